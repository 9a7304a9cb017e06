"""What a title is tested with: the rules its tests cite, and the report of them."""
