"""What games are made of: cards, hands, dice, grids, drawing. Knows no game."""
