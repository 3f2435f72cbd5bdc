"""Pictures as pixels: our SVGs with their styles worked out, drawn as PNG and GIF."""
