"""The one writer: people, seats, moves; every change is one call in one transaction, and views are the only way out."""
