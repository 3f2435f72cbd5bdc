"""What stays of matches that are over: results, ratings, deals of the day, tournaments."""
