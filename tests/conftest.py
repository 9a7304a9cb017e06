"""Shared by all tests."""

pytest_plugins = ["piercy.testing.pytest_plugin", "pytester"]
