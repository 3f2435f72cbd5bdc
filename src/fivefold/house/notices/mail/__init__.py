"""What is kept of play by mail: addresses, mails that came and mails to send, and what people want to hear of."""
