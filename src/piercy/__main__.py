"""``python -m piercy`` is the command ``piercy``."""

from piercy.cli import main

if __name__ == "__main__":
    main()
