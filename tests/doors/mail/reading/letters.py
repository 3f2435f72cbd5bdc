"""Messages as mail programs send them, in their forms and in several languages."""

import base64
import quopri
from collections.abc import Mapping
from typing import Final

ASKED: Final = """Focus 101: Anna - Ben

Ben played e5-e3:2. It is your turn.
Reply with your move in the first line, for example:

c8-c7:1

focus move 101 c8-c7:1
resign
accept
pass"""
"""What is quoted. None of its lines may ever be read as a command."""

FRONT: Final = {
    "From": "Anna Larsson <Anna@Home.Example>",
    "To": "Fivefold <play+abcdefghijklmnopqrstuvwx@mail.example>",
    "Subject": "Re: Focus 101: Anna - Ben",
    "Message-ID": "<one@home.example>",
    "In-Reply-To": "<m5@mail.example>",
    "References": "<m1@mail.example> <m5@mail.example>",
    "Date": "Thu, 12 Mar 2026 10:00:00 +0100",
    "MIME-Version": "1.0",
}


def headed(body: str, kind: str = "text/plain; charset=utf-8", **changed: str) -> bytes:
    """Return a message with these headers; ``Content_Type`` and the like stand for their names with dashes."""
    headers: Mapping[str, str] = {
        **FRONT,
        "Content-Type": kind,
        **{name.replace("_", "-"): value for name, value in changed.items()},
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return (lines + "\r\n" + body.replace("\n", "\r\n")).encode()


def marked(text: str = ASKED, mark: str = "> ") -> str:
    """Return a text as it is quoted."""
    return "\n".join(f"{mark}{line}".rstrip(" ") for line in text.split("\n"))


def both(plain: str, html: str) -> bytes:
    """Return a message as most programs send it: plain and HTML."""
    parts = (
        f'--=_b\nContent-Type: text/plain; charset="UTF-8"\n\n{plain}\n\n'
        f'--=_b\nContent-Type: text/html; charset="UTF-8"\nContent-Transfer-Encoding: quoted-printable\n\n'
        f"{quopri.encodestring(html.encode()).decode()}\n\n--=_b--\n"
    )
    return headed(parts, 'multipart/alternative; boundary="=_b"')


def page(text: str = ASKED) -> str:
    """Return a text as HTML."""
    return "<br>\n".join(line.replace("&", "&amp;").replace("<", "&lt;") for line in text.split("\n"))


# --- how what is quoted is introduced --------------------------------------------------------------------------------

ATTRIBUTIONS: Final = {
    "Gmail en": "On Thu, Mar 12, 2026 at 10:00 AM Fivefold <play+abcdefghijklmnopqrstuvwx@mail.example>\nwrote:",
    "Gmail de": "Am Do., 12. März 2026 um 10:00 Uhr schrieb Fivefold <\nplay+abcdefghijklmnopqrstuvwx@mail.example>:",
    "Gmail fr": "Le jeu. 12 mars 2026 à 10:00, Fivefold <play+abc@mail.example> a\nécrit :",
    "Gmail es": "El jue, 12 mar 2026 a las 10:00, Fivefold (<play+abc@mail.example>)\nescribió:",
    "Gmail it": "Il giorno gio 12 mar 2026 alle ore 10:00 Fivefold <play+abc@mail.example>\nha scritto:",
    "Gmail nl": "Op do 12 mrt 2026 om 10:00 schreef Fivefold <play+abc@mail.example>:",
    "Gmail sv": "Den tors 12 mars 2026 kl 10:00 skrev Fivefold <play+abc@mail.example>:",
    "Gmail pl": "czw., 12 mar 2026 o 10:00 Fivefold <play+abc@mail.example> napisał(a):",
    "Gmail pt": "Em qui., 12 de mar. de 2026 às 10:00, Fivefold <play+abc@mail.example>\nescreveu:",
    "Gmail ja": "2026年3月12日(木) 10:00 Fivefold <play+abc@mail.example>:",
    "Gmail da": "Den tors. 12. mar. 2026 kl. 10.00 skrev Fivefold <play+abc@mail.example>:",
    "Gmail fi": "to 12. maalisk. 2026 klo 10.00 Fivefold (play+abc@mail.example) kirjoitti:",
    "Gmail cs": "čt 12. 3. 2026 v 10:00 odesílatel Fivefold <play+abc@mail.example> napsal:",
    "Gmail ru": "чт, 12 мар. 2026 г. в 10:00, Fivefold <play+abc@mail.example>:",
    "Gmail tr": "Fivefold <play+abc@mail.example>, 12 Mar 2026 Per, 10:00 tarihinde şunu yazdı:",
    "Apple en": "On 12. Mar 2026, at 10:00, Fivefold <play+abc@mail.example> wrote:",
    "Apple de": "Am 12.03.2026 um 10:00 schrieb Fivefold <play+abc@mail.example>:",
    "Apple fr": "Le 12 mars 2026 à 10:00, Fivefold <play+abc@mail.example> a écrit :",
    "Apple es": "El 12 mar 2026, a las 10:00, Fivefold <play+abc@mail.example> escribió:",
    "Apple it": "Il giorno 12 mar 2026, alle ore 10:00, Fivefold <play+abc@mail.example> ha scritto:",
    "Apple nl": "Op 12 mrt 2026, om 10:00 heeft Fivefold <play+abc@mail.example> het volgende geschreven:",
    "Apple sv": "12 mars 2026 kl. 10:00 skrev Fivefold <play+abc@mail.example>:",
    "Apple pl": "Wiadomość napisana przez Fivefold <play+abc@mail.example> w dniu 12.03.2026, o godz. 10:00:",
    "Apple pt": "No dia 12 de mar. de 2026, às 10:00, Fivefold <play+abc@mail.example> escreveu:",
    "Apple ja": "2026/03/12 10:00、Fivefold <play+abc@mail.example>のメール:",
    "Thunderbird en": "On 12/03/2026 10:00, Fivefold wrote:",
    "Thunderbird de": "Am 12.03.26 um 10:00 schrieb Fivefold:",
    "Thunderbird fr": "Le 12/03/2026 à 10:00, Fivefold a écrit :",
    "Thunderbird nl": "Op 12-03-2026 om 10:00 schreef Fivefold:",
    "Thunderbird pl": "W dniu 12.03.2026 o 10:00, Fivefold pisze:",
    "K-9 en": "On 12 March 2026 10:00:00 CET, Fivefold <play+abc@mail.example> wrote:",
    "K-9 de": "Am 12. März 2026 10:00:00 MEZ schrieb Fivefold <play+abc@mail.example>:",
    "mutt": "On Thu, Mar 12, 2026 at 10:00:00AM +0000, Fivefold wrote:",
    "mutt, short": "* Fivefold <play+abc@mail.example> [2026-03-12 10:00]:",
    "Proton": "On Thursday, March 12th, 2026 at 10:00 AM, Fivefold <play+abc@mail.example> wrote:",
    "Proton de": "Fivefold <play+abc@mail.example> schrieb am Donnerstag, 12. März 2026 um 10:00:",
    "Yahoo": "On Thursday, March 12, 2026, 10:00:00 AM GMT+1, Fivefold <play+abc@mail.example> wrote:",
    "a language of no list": "Ar 12 Maw 2026 am 10:00, cyfeiriodd Fivefold <play+abc@mail.example>:",
}

BLOCKS: Final = {
    "Outlook en": "From: Fivefold <play+abc@mail.example>\nSent: Thursday, March 12, 2026 10:00 AM\n"
    "To: Anna <anna@home.example>\nSubject: Focus 101: Anna - Ben\n",
    "Outlook de": "Von: Fivefold <play+abc@mail.example>\nGesendet: Donnerstag, 12. März 2026 10:00\n"
    "An: Anna <anna@home.example>\nBetreff: Focus 101: Anna - Ben\n",
    "Outlook fr": "De : Fivefold <play+abc@mail.example>\nEnvoyé : jeudi 12 mars 2026 10:00\n"
    "À : Anna <anna@home.example>\nObjet : Focus 101: Anna - Ben\n",
    "Outlook es": "De: Fivefold <play+abc@mail.example>\nEnviado el: jueves, 12 de marzo de 2026 10:00\n"
    "Para: Anna\nAsunto: Focus 101: Anna - Ben\n",
    "Outlook it": "Da: Fivefold <play+abc@mail.example>\nInviato: giovedì 12 marzo 2026 10:00\n"
    "A: Anna\nOggetto: Focus 101: Anna - Ben\n",
    "Outlook nl": "Van: Fivefold <play+abc@mail.example>\nVerzonden: donderdag 12 maart 2026 10:00\n"
    "Aan: Anna\nOnderwerp: Focus 101: Anna - Ben\n",
    "Outlook sv": "Från: Fivefold <play+abc@mail.example>\nSkickat: den 12 mars 2026 10:00\n"
    "Till: Anna\nÄmne: Focus 101: Anna - Ben\n",
    "Outlook pl": "Od: Fivefold <play+abc@mail.example>\nWysłano: czwartek, 12 marca 2026 10:00\n"
    "Do: Anna\nTemat: Focus 101: Anna - Ben\n",
    "Outlook pt": "De: Fivefold <play+abc@mail.example>\nEnviada em: quinta-feira, 12 de março de 2026 10:00\n"
    "Para: Anna\nAssunto: Focus 101: Anna - Ben\n",
    "Outlook ja": "差出人: Fivefold <play+abc@mail.example>\n送信日時: 2026年3月12日\n"
    "宛先: Anna\n件名: Focus 101: Anna - Ben\n",
    "Outlook, bold": "*From:* Fivefold <play+abc@mail.example>\n*Sent:* Thursday, March 12, 2026 10:00 AM\n"
    "*To:* Anna <anna@home.example>\n*Subject:* Focus 101: Anna - Ben\n",
    "Outlook web": "________________________________\nFrom: Fivefold <play+abc@mail.example>\n"
    "Sent: Thursday, March 12, 2026 10:00:00 AM\nTo: Anna <anna@home.example>\nSubject: Focus 101: Anna - Ben\n",
    "Outlook cs": "________________________________\nOdesílatel: Fivefold <play+abc@mail.example>\n"
    "Odesláno: čtvrtek 12. března 2026\nKomu: Anna\nPředmět: Focus 101: Anna - Ben\n",
    "a language of no list": "Oddiwrth: Fivefold <play+abc@mail.example>\nAnfonwyd: Dydd Iau 12 Mawrth 2026\n"
    "At: Anna\nTestun: Focus 101: Anna - Ben\n",
    "Outlook 2003": "-----Original Message-----\nFrom: Fivefold [mailto:play+abc@mail.example]\nSent: Thursday\n",
    "Outlook 2003 de": "-----Ursprüngliche Nachricht-----\nVon: Fivefold [mailto:play+abc@mail.example]\n",
    "Outlook 2003 fr": "-----Message d'origine-----\nDe : Fivefold\n",
    "Samsung": "-------- Original message --------\nFrom: Fivefold <play+abc@mail.example>\nDate: 12/03/2026 10:00\n",
    "Samsung de": "-------- Ursprüngliche Nachricht --------\nVon: Fivefold\nDatum: 12.03.26 10:00\n",
    "Yahoo, unmarked": "On Thursday, March 12, 2026 at 10:00 AM, Fivefold <play+abc@mail.example> wrote:\n",
    "GMX": 'Gesendet: Donnerstag, 12. März 2026 um 10:00 Uhr\nVon: "Fivefold" <play+abc@mail.example>\n'
    "An: anna@home.example\nBetreff: Focus 101: Anna - Ben\n",
    "Proton mobile": "-------- Original Message --------\n"
    "On 12/03/2026, 10:00, Fivefold <play+abc@mail.example> wrote:\n",
}
"""What is quoted follows these without marks."""

SIGNED: Final = (
    "-- \nAnna Larsson\nmove slowly",
    "--\nAnna",
    "Sent from my iPhone",
    "Sent from my Galaxy",
    "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "Sent from Outlook for Android",
    "Sent from Yahoo Mail on Android",
    "Sent with Proton Mail secure email.",
    "Sent from Mail for Windows",
    "Von meinem iPhone gesendet",
    "Gesendet mit der GMX Mail App",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Verzonden vanaf mijn iPhone",
    "Skickat från min iPhone",
    "Wysłane z iPhone'a",
    "Enviado do meu iPhone",
    "iPhoneから送信",
    "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
    "_______________________________________________\nA list of players\nplayers@lists.example",
)

# --- HTML ------------------------------------------------------------------------------------------------------------

NEW: Final = "c1-c3:2\nGood luck!"
"""What was written anew."""
NEW_DIVS: Final = '<div dir="ltr">c1-c3:2<div>Good luck!</div></div>'
INTRODUCED: Final = (
    "On Thu, Mar 12, 2026 at 10:00 Fivefold &lt;<a href='mailto:p@mail.example'>p@mail.example</a>&gt; wrote:"
)
HTML: Final = {
    "Gmail": f"{NEW_DIVS}<br><div class='gmail_quote'><div dir='ltr' class='gmail_attr'>{INTRODUCED}<br></div>"
    f"<blockquote class='gmail_quote' style='margin:0'>{page()}</blockquote></div>",
    "Gmail, below": f"<div class='gmail_quote'><div dir='ltr' class='gmail_attr'>{INTRODUCED}<br></div>"
    f"<blockquote class='gmail_quote'>{page()}</blockquote></div>{NEW_DIVS}",
    "Gmail with signature": f"{NEW_DIVS}<div class='gmail_signature'>pass<br>Anna</div>"
    f"<div class='gmail_quote'><blockquote>{page()}</blockquote></div>",
    "Outlook": "<html><head><style>p{margin:0}</style></head><body><div class=WordSection1>"
    "<p class=MsoNormal>c1-c3:2<o:p></o:p></p><p class=MsoNormal>Good luck!<o:p></o:p></p>"
    "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;"
    f"padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>Od:</b> Fivefold</p></div></div>"
    f"<p>{page()}</p></div></body></html>",
    "Outlook web": "<div>c1-c3:2</div><div>Good luck!</div><div id='appendonsend'></div><hr tabindex='-1' "
    f"style='display:inline-block;width:98%'><div id='divRplyFwdMsg'><b>Fra:</b> Fivefold</div><div>{page()}</div>",
    "Outlook mobile": "<div>c1-c3:2</div><div>Good luck!</div><div id='ms-outlook-mobile-signature'><br></div>"
    f"<div id='mail-editor-reference-message-container'><hr>{page()}</div>",
    "Apple Mail": f"<body>c1-c3:2<br>Good luck!<br><div><br><blockquote type='cite'><div>{INTRODUCED}</div><br>"
    f"<div>{page()}</div></blockquote></div></body>",
    "Thunderbird": "<p>c1-c3:2<br>Good luck!</p><div class='moz-cite-prefix'>Ar 12.03.26 Fivefold cyfeiriodd:<br></div>"
    f"<blockquote type='cite'>{page()}</blockquote><div class='moz-signature'>-- <br>pass</div>",
    "Yahoo": f"<div>c1-c3:2</div><div>Good luck!</div><div id='yahoo_quoted_1' class='yahoo_quoted'>{page()}</div>",
    "Proton": "<div>c1-c3:2</div><div>Good luck!</div><div class='protonmail_signature_block'>pass</div>"
    f"<div class='protonmail_quote'>{INTRODUCED}<br><blockquote>{page()}</blockquote></div>",
    "GMX": "<div>c1-c3:2</div><div>Good luck!</div><div name='quote' style='margin:10px 5px 5px 10px; padding: 10px 0; "
    f"border-left:2px solid #C3D9E5;'>{page()}</div>",
    "hidden": f"<div style='display:none'>resign</div><span style='font-size:0px'>pass</span>{NEW_DIVS}",
    "bare": f"c1-c3:2<br>Good luck!<!-- pass --><script>resign</script><blockquote>{page()}</blockquote>",
}


def encoded(text: str, charset: str, transfer: str) -> bytes:
    """Return a message whose text came in a charset and a transfer encoding."""
    content = text.encode(charset, "replace")
    body = {
        "base64": lambda: base64.encodebytes(content).decode(),
        "quoted-printable": lambda: quopri.encodestring(content).decode(),
        "8bit": lambda: content.decode("latin-1"),
    }[transfer]()
    front = headed("", f"text/plain; charset={charset}", Content_Transfer_Encoding=transfer)
    return front + body.encode("latin-1")
