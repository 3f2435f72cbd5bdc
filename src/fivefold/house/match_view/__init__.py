"""What a viewer may see of a match, in words and pictures: the only way out."""
