"""The post: letters of the house go out, messages come in, in threads of their own."""
