"""What waits for a person, and how they hear of it: in the page and on their devices."""
