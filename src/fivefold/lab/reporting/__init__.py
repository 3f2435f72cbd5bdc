"""What was measured, as pages, plots and files."""
