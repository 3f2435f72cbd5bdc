"""Letters: what the house has to say, in words, and as the bytes of a message. Nothing here sends or stores.

A letter is data until it is sent (``Letter.stored``, ``Letter.read``); ``message.composed`` makes the bytes of it, and
draws its pictures.
"""
