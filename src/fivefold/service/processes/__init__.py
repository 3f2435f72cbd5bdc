"""Several processes that serve one house: what they tell each other, and who does what."""
