"""What happens at a table besides the moves: offers, clocks, answers in advance, chat, who is here, what comes next."""
