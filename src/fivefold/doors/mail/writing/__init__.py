"""Letters: what the house has to say, in words, and as the bytes of a message. Nothing here sends or stores.

    of_answers.compose_answers(house, answers, viewer, base, original, match_id)    the answers to a mail's commands
    of_match.match_letter(house, match_id, person_id, since, number, base)          what happened in a match
    of_people.nag_letter(house, match_id, person_id, out, base)                     time runs out
    of_people.chat_letter(house, match_id, person_id, by, text, base)               what was written at a table
    of_people.submitted_letter(house, match_id, person_id, move, drawn, base)       a move that waits for ``confirm``
    of_people.challenge_letter(house, match_id, person_id, by, comment, base)       an invitation
    of_people.message_letter(by, text, base)                                        from another player
    of_people.question_letter(lines, comment, base)                                 did you write this?
    of_people.address_letter(name, link, base)                                      is this your address?
    of_people.digest_letter(house, person_id, [InDigest(match_id, since)], base)    several matches in one

Each returns a ``Letter``. ``mime.composed`` makes the bytes of it:

    composed(letter, HouseAddress("mail.example"), to, message_id, reply_key, at, in_reply_to=…, automatic=…,
             unsubscribe=…, draw=…)

``base`` is the public address of the pages without a path, empty where there is none. A letter is data until it is
sent (``Letter.stored``, ``Letter.read``); its pictures are drawn by ``composed``.
"""
