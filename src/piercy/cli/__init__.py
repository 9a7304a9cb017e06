"""The command ``piercy``: one name for each task, and one way to report what is wrong."""

from piercy.cli.app import main

__all__ = ["main"]
