"""What is played and counted: paired games, games for one, positions of them, and what the figures say."""
