"""What any game is, and one game being played."""
