"""Who somebody is: accounts, names, signing in, what they have chosen, and how they leave."""
