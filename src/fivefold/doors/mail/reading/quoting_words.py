"""How mail programs introduce what they quote, in the languages they are used in."""

import re
from typing import Final

WROTE: Final = (
    "wrote|writes|said|schrieb|geschrieben|schreibt|a écrit|écrit|écrivait|escribió|escribio|ha scritto|scrisse|"
    "schreef|geschreven|skrev|skrev følgende|napisał|napisała|napisał\\(a\\)|napisała?\\(a?\\)|pisze|użytkownik|"
    "escreveu|書きました|のメール|さんは書きました|kirjoitti|napsal|napsal\\(a\\)|napísal|napísal\\(a\\)|írta|"
    "yazdı|şunu yazdı|şunları yazdı|scris|a scris|написал|написал\\(а\\)|написала|пише|написав|έγραψε|"
    "写道|寫道|写的|작성|님이 작성"
)
"""The words that mean that somebody wrote something."""
ATTRIBUTION: Final = re.compile(rf"(?:{WROTE})(?:\s+[^:：]{{1,120}})?\s*[:：]\s*$", re.IGNORECASE)
"""A line that ends by saying who wrote what follows: ``Am 12.3.2026 um 10:00 schrieb Anna <anna@…>:``."""
OPENING: Final = re.compile(
    r"(?:On|At|In|Am|Le|El|Il|Op|Den|På|W dniu|Dnia|Em|No dia|A|Pe|Dne|Dňa|Kl|Wed|Thu|Fri|Sat|Sun|Mon|Tue|\d)\b",
    re.IGNORECASE,
)
"""How such a line begins."""
ADDRESS: Final = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,80}\.[a-z]{2,}", re.IGNORECASE)
YEAR: Final = re.compile(r"\b(?:19|20)\d\d(?!\d)")
TIME: Final = re.compile(r"(?<!\d)\d{1,2}[:.h時]\d\d(?!\d)")
DIGIT: Final = re.compile(r"\d")

FORWARDED: Final = re.compile(
    "forwarded message|weitergeleitete|message transféré|transféré|mensaje reenviado|reenviado|messaggio inoltrato|"
    "inoltrato|doorgestuurd|vidarebefordra|przekazana|mensagem encaminhada|encaminhada|転送|videresendt|edelleen|"
    "přeposlaná|пересылаемое|пересланное",
    re.IGNORECASE,
)
"""A line between dashes, or one by itself that ends in a colon, that says a message was passed on."""
DASHES: Final = r"\-=_*–—―"
BETWEEN_DASHES: Final = re.compile(
    rf"\s*[{DASHES}]{{4,}}\s*[^\s{DASHES}][^\n]{{1,70}}[^\s{DASHES}]\s*[{DASHES}]{{4,}}\s*"
)
RULE: Final = re.compile(r"\s*_{20,}\s*|\s*-{40,}\s*")
BEGIN_FORWARDED: Final = re.compile(
    r"(?:Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Début du message (?:réexpédié|"
    r"transféré)|Inicio del mensaje reenviado|Inizio messaggio inoltrato|Begin doorgestuurd bericht|Vidarebefordrat "
    r"(?:brev|mejl|meddelande)|Początek przekazywanej wiadomości|Início da mensagem (?:encaminhada|reenviada)|"
    r"転送されたメッセージ|Start på videresendt besked)\s*[:：]?\s*",
    re.IGNORECASE,
)
LABEL: Final = re.compile(r"\s*\*?([^\s:：*<>@][^:：*<>@\n]{0,24}?)\s?[:：]\*?\s{0,9}(\S.*)?$")
"""A line of a block of headers: ``From: Anna <anna@…>``, ``*Gesendet:* Donnerstag``."""
FROM: Final = re.compile(
    "from|von|de|da|van|från|fra|od|expéditeur|差出人|送信者|发件人|寄件者|от|отправитель", re.IGNORECASE
)
OTHERS: Final = re.compile(
    "sent|gesendet|envoyé|enviado|inviato|verzonden|skickat|sendt|wysłano|wysłane|date|datum|data|fecha|datoen|dato|"
    "to|an|à|a|para|aan|till|til|do|cc|kopie|subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|temat|assunto|"
    "送信日時|日時|日付|宛先|件名|发送时间|收件人|主题|дата|кому|тема|отправлено",
    re.IGNORECASE,
)
SIGNED: Final = re.compile(
    r"\s*(?:"
    r"(?:sent|posted) (?:from|with|via|using|by|on) .{1,70}|get outlook .{1,40}|"
    r"von (?:meine[mr]?|mein) .{1,50} gesendet|(?:gesendet|verschickt|geschickt) (?:von|mit|über|via|aus) .{1,60}|"
    r"diese (?:nachricht|e-mail|mail) wurde von .{1,70}|(?:outlook für|holen sie sich outlook) .{1,40}|"
    r"envoyé (?:de|depuis|à partir|avec|via) .{1,60}|(?:télécharge[rz]|obtenir|obtenez) outlook .{1,40}|"
    r"enviado (?:desde|con|de|do|da|a partir|pelo|com|via) .{1,60}|"
    r"(?:obtener|descargar|obter|baixar) (?:o )?outlook .{1,40}|"
    r"inviato (?:da|dal|dall'|con|tramite) ?.{1,60}|(?:scarica|ottieni) outlook .{1,40}|"
    r"(?:verzonden|verstuurd) (?:vanaf|met|vanuit|via|vanop) .{1,60}|(?:outlook voor|download outlook) .{1,40}|"
    r"skickat från .{1,60}|(?:hämta|skaffa) outlook .{1,40}|sendt fra .{1,60}|lähetetty .{1,60}|"
    r"(?:wysłane|wysłano) (?:z|ze|za pomocą|przy użyciu) .{1,60}|(?:pobierz|uzyskaj) (?:program )?outlook .{1,40}|"
    r"отправлено (?:из|с) .{1,60}|odesláno z .{1,60}|.{1,40}(?:から|で)送信(?:されました|しました)?"
    r")\s*[.!。]?\s*",
    re.IGNORECASE,
)
"""What telephones put under a message by themselves."""
