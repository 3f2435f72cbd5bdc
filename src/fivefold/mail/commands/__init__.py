"""The commands: each a function that calls the house and returns answers. ``RUN`` has them all by name."""
