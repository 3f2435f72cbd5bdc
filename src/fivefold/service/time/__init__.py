"""Time: clocks and flags, outages, vacations, answers given in advance."""
