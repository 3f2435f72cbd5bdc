"""The doors: how people and programs come in. They hold no rule."""
