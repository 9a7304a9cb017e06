"""The mechanics that 18xx games share. Nothing here names a title."""
