"""What a table shows of a game, told from its state: one module per title, a plain reader for the rest."""

from piercy.server.views.model import Badge, Chip, Column, Row, Sheet, TableView
from piercy.server.views.registry import figures, view_of

__all__ = ["Badge", "Chip", "Column", "Row", "Sheet", "TableView", "figures", "view_of"]
