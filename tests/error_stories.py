"""What happened at the table for each finding code: the sources of ``samples/errors/``.

A line is typed at the prompt of `trickbook record`. One that begins with ``>`` is an entry which
another program writes without asking what is possible: acts, or a record as JSON. What `damage`
does is done to the file afterwards. `tests/make_error_samples.py` makes the samples of them.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from core.games.boston import BOSTON

SESSION: Final = "session boston A=Ada B=Boris C=Chloé D=Dmitri dealer A played 2026-11-29"
FONTAINEBLEAU: Final = SESSION.replace("boston", "fontainebleau")
RUSSIAN: Final = SESSION.replace("boston", "russian")


TWO: Final = "session german-whist A=Ada B=Boris dealer A played 2026-11-29"


class Story(NamedTuple):
    """How a log comes about in which one code is found."""

    scene: str
    """What happened, for the reader."""
    lines: str
    session: str = SESSION
    """The line that opens the session."""
    damage: Callable[[bytes], bytes] | None = None
    also: str = ""
    """Other codes that cannot stay away, each as often as it is found."""


def opening(**said: object) -> str:
    """Write an entry that opens a session otherwise than this program does."""
    names = {"A": "Ada", "B": "Boris", "C": "Chloé", "D": "Dmitri"}
    opened = {
        "type": "session_opened",
        "game": "boston",
        "edition": 1,
        "options": BOSTON.resolve({}),
        "players": {seat: {"id": name, "name": name} for seat, name in names.items()},
        "dealer": "A",
        "played": "2026-11-29",
        **said,
    }
    return f"> {json.dumps(opened)}"


THREE: Final = {seat: {"id": name, "name": name} for seat, name in (("A", "Ada"), ("B", "Boris"))}

# -- damage ---------------------------------------------------------------------------------------


def cut_in_the_last_line(log: bytes) -> bytes:
    """Let the disk fill up, or the machine go off, while the last line is written."""
    start = log[:-1].rfind(b"\n") + 1
    return log[: (start + len(log)) // 2]


def remark_by_hand(log: bytes) -> bytes:
    """Add a line that is no entry."""
    return log + "Boris owes Chloé a glass of wine\n".encode()


def blanks_in_the_last_line(log: bytes) -> bytes:
    """Let an editor set the last line nicely."""
    start = log[:-1].rfind(b"\n") + 1
    return log[:start] + log[start:].replace(b'":', b'": ')


def without_the_remark(log: bytes) -> bytes:
    """Take out the line that holds a remark."""
    return b"".join(line for line in log.splitlines(keepends=True) if b'"noted"' not in line)


def changed(old: str, new: str) -> Callable[[bytes], bytes]:
    """Overwrite something that stands in the log once."""

    def change(log: bytes) -> bytes:
        before, after = old.encode(), new.encode()
        if log.count(before) != 1:
            message = f"{old!r} does not stand in the log just once"
            raise ValueError(message)
        return log.replace(before, after)

    return change


# -- the stories ----------------------------------------------------------------------------------

EIGHT: Final = "deal turned 7h\nauction 8h 3p\n"
CHINESE: Final = SESSION.replace("boston", "chinese-whist")
CHINESE_THREE: Final = CHINESE.replace(" D=Dmitri", "")
LAID: Final = "deal\nh b AS/2S KC/6H QD/5C JH/9C 8S/4C 7D/3D + TD\ntrump s\n"
ACCOUNT: Final = SESSION.replace("boston", "russian-fontainebleau")

FIRST_DEAL: Final = "deal turned ks\npo\n"
"""A first deal, thrown in: spades are senior."""
FRENCH_SESSION: Final = "session french A=Ada B=Boris C=Chloé D=Dmitri dealer A played 2026-11-29"
STORIES: Final[Mapping[str, Story]] = {
    # the file
    "torn-line": Story(
        "The battery gave out while the first trick was being written.",
        EIGHT + "trick sk 4 9 a",
        damage=cut_in_the_last_line,
    ),
    "not-an-entry": Story(
        "Somebody has written a remark into the file with an editor.",
        "deal turned 7h\nresult b 8h 6",
        damage=remark_by_hand,
    ),
    "not-canonical": Story(
        "An editor has set the last line nicely, with blanks behind the colons.",
        EIGHT + "trick sk 4 9 a",
        damage=blanks_in_the_last_line,
    ),
    "wrong-sequence": Story(
        "Somebody did not like a remark and has cut its line out of the file.",
        EIGHT + "note Dmitri has shown his cards\ntrick sk 4 9 a",
        damage=without_the_remark,
    ),
    "broken-seal": Story(
        "After the deal was sealed somebody has made the scorer's remark tell of another player.",
        "deal turned 7h\nresult b 8h 6\nnote Boris pays the wine",
        damage=changed("Boris pays", "Chloé pays"),
    ),
    "unreadable-event": Story(
        "A program that writes 10 where the record has T has noted Ada's card.",
        EIGHT + "sk 4 9 10",
        damage=changed("play A TS", "play A 10S"),
    ),
    "newer-event": Story(
        "A later version of the program keeps which photograph shows the table; this one does "
        "not know that kind of event.",
        EIGHT + "note number 17",
        damage=changed('"type":"noted"', '"type":"photographed"'),
    ),
    "unknown-edition": Story(
        "The log was begun by a program whose rule book of Boston has been corrected since.",
        opening(edition=2),
        session="",
    ),
    "unfit-session": Story(
        "Chloé and Dmitri did not come, and another program has opened Boston for two.",
        opening(players=THREE),
        session="",
    ),
    # corrections
    "correction-refused": Story(
        "A call was to be corrected, and with it events that are not there yet.",
        EIGHT
        + '> {"type":"event_corrected","first":4,"last":40,"stands":["call C 9H"]}\n'
        + "result b 8h 8",
    ),
    # the auction
    "unknown-call": Story(
        "Boris bids piccolissimo, as he does in Fontainebleau; Boston has no such bid.",
        "deal turned 7h\n> call B piccolissimo\nauction 8h 3p\nresult b 8h 8",
    ),
    "call-out-of-turn": Story(
        "Chloé bids although Boris, the eldest hand, has not spoken.",
        "deal turned 7h\nauction c:8h 3p\nresult c 8h 8",
    ),
    "insufficient-call": Story(
        "Boris has bid eight, and Chloé bids seven over it.",
        "deal turned 7h\nauction 8h 7 2p\nresult b 8h 8",
    ),
    "call-after-pass": Story(
        "Boris has passed; when it comes round he bids six after all.",
        "deal turned 7h\nauction p 5 2p 6 3p\nresult b 6 6",
    ),
    "call-after-auction": Story(
        "All have passed Boris's eight; then Dmitri thinks better of it and bids nine.",
        EIGHT + "auction d:9h\nresult b 8h 8",
    ),
    "self-raise": Story(
        "Boris has bid seven diamonds; Chloé passes, and before Dmitri speaks he makes it eight.",
        "auction 7d p b:8d 2p\nresult b 8d 8 hon 0",
        session=FONTAINEBLEAU,
        also="call-out-of-turn",
    ),
    "call-without-suit": Story(
        "Boris bids seven as in American Boston, and says only afterwards that he meant diamonds.",
        "auction 7 3p\nresult b 7d 7 hon 0",
        session=FONTAINEBLEAU,
    ),
    "ask-out-of-place": Story(
        "Boris has bid eleven, which is played alone, and asks who joins him.",
        "auction 11d 3p ask\nresult b 11d 11 hon 0",
        session=FONTAINEBLEAU,
    ),
    "answer-out-of-place": Story(
        "Boris has said “solo” with his seven, and Chloé says that she joins him.",
        "auction 7d solo 3p c:acc\nresult b 7d 7 hon 0",
        session=RUSSIAN,
    ),
    "misere-after-accepting": Story(
        "Chloé had accepted Dmitri's demand; when Boris overcalled it she bid a misère.",
        "deal turned h7\nauction ask acc 6s p p gm",
        session=FRENCH_SESSION,
    ),
    "aces-not-held": Story(
        "Dmitri bids the misère of the four aces without the ace of clubs.",
        "deal turned h7\nh d AKQ.AKQ.AKQ.KQJT\nauction m4",
        session=FRENCH_SESSION,
    ),
    "demander-in-another-suit": Story(
        "Dmitri has demanded with a heart laid, and bids diamonds when Chloé overcalls him.",
        "deal turned h7\nauction ask\nlay d kh\nauction 6s p p 6d",
        session=FRENCH_SESSION,
    ),
    "laid-without-bid": Story(
        "Dmitri lays a card before he has called anything.",
        "deal turned h7\nlay d kh",
        session=FRENCH_SESSION,
    ),
    "wrong-laid-card": Story(
        "Hearts are belle. Dmitri demands and lays the king of spades.",
        "deal turned h7\nauction ask\nlay d ks",
        session=FRENCH_SESSION,
    ),
    "solo-below-bid": Story(
        "Dmitri calls nine diamonds with a spade laid: he would play lower than he has bid.",
        "deal turned h7\nauction 9d\nlay d ks",
        session=FRENCH_SESSION,
    ),
    "laid-again": Story(
        "Dmitri takes the card back that he laid with his demand, and lays another.",
        "deal turned h7\nauction ask\nlay d kh\nlay d qh",
        session=FRENCH_SESSION,
    ),
    "suit-not-played": Story(
        "Spades are senior and hearts are turned; Chloé bids a solo in diamonds.",
        FIRST_DEAL + "deal turned 7h\nauction 6d 3p",
        session=ACCOUNT,
    ),
    "suit-told": Story(
        "Hearts are junior. Chloé demands seven and says in which suit she has laid her card.",
        FIRST_DEAL + "deal turned 7h\nauction 7h 3p\nlay c kh",
        session=ACCOUNT,
    ),
    "laid-card-not-opened": Story(
        "Nobody noted the card that Dmitri laid with his six.",
        "deal turned h7\nauction 6s 3p\ntrick ks 2s 3s 4s",
        session=FRENCH_SESSION,
    ),
    "keep-out-of-place": Story(
        "Boris says “I keep” before anybody has bid a number.",
        "deal turned 7h\nauction k 8h 3p\nresult c 8h 8",
    ),
    # between auction and lead
    "trump-without-contract": Story(
        "Boris plays a little misère, and hearts are noted as trumps.",
        "deal turned 7h\nauction lm 3p\n> trump B H\nresult b lm 0",
    ),
    "trump-by-another": Story(
        "Boris has won the auction with eight, and Chloé names trumps for him.",
        "deal turned 7h\nauction 8 3p\n> trump C S\nresult b 8s 8",
    ),
    "trump-after-lead": Story(
        "Boris has bid eight hearts; after the first trick he says once more that hearts are "
        "trumps.",
        EIGHT + "trick sk 4 9 a\ntrump h\nclaim b 8\ndone",
    ),
    "trump-not-named": Story(
        "Boris has bid eight and leads without having named trumps.",
        "deal turned 7h\nauction 8 3p\nsk",
    ),
    "wrong-trump": Story(
        "Boris has bid eight hearts and names spades.",
        EIGHT + "trump s\nresult b 8s 8",
    ),
    "discard-without-contract": Story(
        "Boris plays eight hearts, and a discard of his is noted.",
        EIGHT + "> discard B 2C\nresult b 8h 8",
    ),
    "second-discard": Story(
        "Before a little misère Boris puts out the king of spades, and then the queen as well.",
        "deal turned 7h\nauction lm 3p\ndiscard b ks\n> discard B QS\nresult b lm 0",
    ),
    "discard-after-lead": Story(
        "Boris has led to his little misère before Ada has put out a card.",
        "deal turned 7h\nauction lm 3p\ndiscard b ks\ndiscard c as\ndiscard d ac\nh2\ndiscard a kc",
        also="discard-not-recorded",
    ),
    "discard-not-recorded": Story(
        "The scorer of a little misère has noted the cards, and not what was put out.",
        "deal turned 7h\nauction lm 3p\nh2",
    ),
    "needless-exposure": Story(
        "Boris lays his hand open, though eight hearts are played with covered cards.",
        EIGHT + "expose b\ntrick sk 4 9 a\nclaim b 8\ndone",
    ),
    "second-exposure": Story(
        "Before a grand spread it is noted twice that Boris lays his hand open.",
        "deal turned 7h\nauction gs 3p\nexpose b\nexpose b\nresult b gs 0",
    ),
    "late-exposure": Story(
        "Boris leads to his grand spread and only then lays his hand open.",
        "deal turned 7h\nauction gs 3p\nh2\nexpose b",
        also="exposure-not-recorded",
    ),
    "exposure-not-recorded": Story(
        "The scorer of a grand spread has not noted that Boris laid his hand open.",
        "deal turned 7h\nauction gs 3p\nh2",
    ),
    "second-carte-blanche": Story(
        "Chloé, without a diamond, declares carte blanche, and again because nobody has listened.",
        "auction 7d 3p\ncb c\ncb c\nresult b 7d 7 hon 0",
        session=RUSSIAN,
    ),
    "carte-blanche-out-of-place": Story(
        "Boris plays a grand misère, and Chloé declares carte blanche, though there are no trumps.",
        "auction gm 3p\ncb c\nresult b gm 0",
        session=RUSSIAN,
    ),
    "carte-blanche-not-held": Story(
        "Diamonds are trumps. Chloé declares carte blanche and overlooks the two in her hand.",
        "h c QJ42.T97.2.KJ953\nauction 7d 3p\ncb c\nresult b 7d 7 hon 0",
        session=RUSSIAN,
    ),
    "out-of-order": Story(
        "Boris lays his hand open for a little spread before anybody has put out a card.",
        "deal turned 7h\nauction ls 3p\nexpose b\ndiscard b ks\ndiscard c as\ndiscard d ac\n"
        "discard a kc\ntrick h2 4 9 j\nresult b ls 0\ndone",
    ),
    # cards
    "no-such-seat": Story(
        "At a table of two a card was noted for Chloé, who only watches.",
        "deal turned 9h\n> play C KS\nresult 16 10",
        session=TWO,
    ),
    "wrong-card-count": Story(
        "Boris's hand was noted with a card too few.",
        EIGHT + '> {"type":"hands_dealt","hands":{"B":"K965.AK843.T6.Q"}}\nresult b 8h 8',
    ),
    "card-not-in-pack": Story(
        "Three play, without the deuce of spades, and it was noted as the card in Ada's hand.",
        "deal\n"
        '> {"type":"hands_dealt","hands":'
        '{"A":"AS/? KS/? QS/? JS/? TS/? 9S/? 8S/? 7S/? + 2S"}}\n'
        "result 8 5 4",
        session=CHINESE_THREE,
    ),
    "card-in-two-hands": Story(
        "The ten of diamonds was noted in Boris's hand and in Dmitri's.",
        EIGHT
        + "h b K965.AK843.T6.Q8\n"
        + '> {"type":"hands_dealt","hands":{"D":"JT7.J65.QT85.T74"}}\nresult b 8h 8',
    ),
    "turned-not-dealers": Story(
        "The seven of hearts was turned, the last card; Ada has dealt, and it was noted in Chloé's "
        "hand.",
        "deal turned h7\nh c AQ.KT7.QJ9.A9854\nresult c 6c 6 hon 1 jack c",
        session=FRENCH_SESSION,
    ),
    "hand-without-places": Story(
        "The scorer knows Ada's cards, but not which lay open, and has noted them by suits.",
        'deal\n> {"type":"hands_dealt","hands":{"A":"AKQ7.T53.J92.864"}}\nresult 9 4',
        session=CHINESE,
    ),
    "hands-contradict": Story(
        "Boris has led the king of spades; the hand noted for him afterwards is without it.",
        EIGHT
        + "trick sk 4 9 a\n"
        + '> {"type":"hands_dealt","hands":{"B":"Q652.AK843.T6.Q8"}}\nclaim b 8\ndone',
    ),
    "card-already-played": Story(
        "Chloé's card was noted as the king that Boris has just led.",
        EIGHT + "sk\n> play C KS\n4 9 a\nclaim b 8\ndone",
    ),
    "card-not-held": Story(
        "Boris's hand is known, and a card was noted for him that it does not hold.",
        EIGHT + "h b K965.AK843.T6.Q8\n> play B AS\ntrick sk 4 t a\nclaim b 8\ndone",
    ),
    "no-card-left": Story(
        "All thirteen tricks have been taken, and Boris is to have played one more card.",
        EIGHT + "w b b b b b b b b a a c d d\n> play B 2C\ndone",
    ),
    "second-card-to-trick": Story(
        "Two leads were noted for Boris, both in the first trick.",
        EIGHT + "sk\n> play B QS\n4 9 a\nclaim b 8\ndone",
    ),
    "uncovered-card-played": Story(
        "Boris has played the ace of spades and at once throws the deuce after it, which lay under "
        "the ace: that belongs to the next trick.",
        LAID + "as\n> play B 2S\n4s 9s ks\nclaim b 8\ndone",
        session=CHINESE,
    ),
    "covered-card-played": Story(
        "Boris lifts the king of clubs and plays the six of hearts from under it.",
        LAID + "trick 6h 4 9 a\nclaim b 8\ndone",
        session=CHINESE,
    ),
    "covered-card-seen": Story(
        "Boris has moved the king of clubs, and all have seen the six of hearts under it.",
        LAID + "show b 6h\ntrick as 4s 9s ks\nclaim b 8\ndone",
        session=CHINESE,
    ),
    "lead-from-hand": Story(
        "Boris opens with the ten of diamonds, the card in his hand; it is for an open one.",
        LAID + "trick td 4d 9d ad\nclaim b 8\ndone",
        session=CHINESE,
    ),
    "lead-out-of-turn": Story(
        "Dmitri leads although Boris, the eldest hand, has to begin.",
        EIGHT + "trick d:sk 4 9 a\nclaim b 8\ndone",
    ),
    "play-out-of-turn": Story(
        "Dmitri plays to the first trick before Chloé.",
        EIGHT + "trick sk d:9 c:4 a\nclaim b 8\ndone",
    ),
    "revoke": Story(
        "Dmitri holds the queen of diamonds and throws a club on the ten.",
        EIGHT + "h d JT7.J65.Q854.T74\ntrick dt 2 c4 j\nclaim b 8\ndone",
    ),
    "play-after-end": Story(
        "Boris has given up, and leads all the same.",
        EIGHT + "concede b\ntrick b:sk\ndone",
    ),
    "play-before-auction-end": Story(
        "Dmitri and Ada have not answered Boris's eight when he leads.",
        "deal turned 7h\nauction 8h p\ntrick b:sk",
    ),
    "auction-not-recorded": Story(
        "The scorer came to the table when the first card lay there; nobody told him the calls.",
        "deal turned 7h\ntrick b:sk",
    ),
    "turned-not-recorded": Story(
        "Nobody noted the card turned for trumps before Boris led.",
        "deal\nsk",
        session=TWO,
    ),
    "wrong-draw": Story(
        "Boris has won the first trick; Ada takes the nine of hearts, which was turned, and he the "
        "card under it.",
        "deal turned 9h\ntrick sk 2\ndraw a 9h",
        session=TWO,
    ),
    "nothing-to-draw": Story(
        "A card was noted as drawn by Ada, and no trick has been played yet.",
        "deal turned 9h\n> draw A 4C\nresult 16 10",
        session=TWO,
    ),
    "talon-contradicts": Story(
        "The nine of hearts was turned; then the nine of spades was noted to lie there.",
        "deal turned 9h\n> turn 9S\nresult 16 10",
        session=TWO,
    ),
    "act-not-in-game": Story(
        "A talon's card was noted as turned; Boston has no talon.",
        EIGHT + "> turn 7D\nresult b 8h 8",
    ),
    # tricks and the end
    "trick-unfinished": Story(
        "Ada was noted as the winner when only two cards lay on the table.",
        EIGHT + "sk 4\n> take A\n9 a\nclaim b 8\ndone",
    ),
    "no-such-trick": Story(
        "The winner of the fifth trick was noted when one had been played.",
        EIGHT + "trick sk 4 9 a\n> take B 5\nclaim b 8\ndone",
    ),
    "no-trick-left": Story(
        "All thirteen tricks have been taken, and one more was noted as Boris's.",
        EIGHT + "w b b b b b b b b a a c d d\n> take B\ndone",
    ),
    "wrong-winner": Story(
        "Ada's ace has taken the first trick; it was noted as Chloé's.",
        EIGHT + "trick sk 4 9 a\n> take C 1\nclaim b 8\ndone",
    ),
    "nothing-to-concede": Story(
        "All have passed and nobody plays against the others; Boris gives up.",
        "deal turned 7h\nauction 4p\n> concede B\nresult po 4 4 3 2",
    ),
    "second-concession": Story(
        "Ada says twice that she pays, before the others join her.",
        EIGHT + "concede a\nconcede a\nconcede c\nconcede d\ndone",
    ),
    "no-concession": Story(
        "Chloé says that she pays; French Boston has no such thing.",
        "deal turned h7\nauction gm 3p\nconcede c",
        session=FRENCH_SESSION,
    ),
    "late-concession": Story(
        "Boris has his eight tricks already when Ada says that she pays.",
        EIGHT + "w b b b b b b b b\nconcede a\nclaim b 2\ndone",
    ),
    "nothing-to-stop": Story(
        "The end of the play was noted, and nobody has bid yet.",
        'deal turned 7h\n> {"type":"play_ended","how":"stopped"}\nauction 8h 3p\nresult b 8h 8',
    ),
    "stopped-too-early": Story(
        "Boris needs eight and has two when the cards are thrown in; they agree on six.",
        EIGHT + "w b a b\nstop\nresult b 8h 6\ndone",
    ),
    "second-end": Story(
        "Boris has given up, and that the play has stopped was noted besides.",
        EIGHT + "w b a b\nconcede b\nstop\ndone",
    ),
    "nothing-to-claim": Story(
        "Boris claims all tricks before he has bid anything.",
        'deal turned 7h\n> {"type":"play_ended","how":"claim","tricks":{"B":13}}\n'
        "auction 8h 3p\nresult b 8h 8",
    ),
    "claim-count": Story(
        "Two tricks have been played, and twelve more were shared out.",
        EIGHT + 'w b b\n> {"type":"play_ended","how":"claim","tricks":{"A":5,"B":7}}\n'
        "claim b 7\ndone",
    ),
    # offences and rulings
    "exposed-card": Story(
        "Before the lead the four of clubs falls from Dmitri's hand, for all to see.",
        EIGHT + "show d 4c\ntrick sk 4 9 a\nclaim b 8\ndone",
    ),
    "claimed-offence": Story(
        "Boris says that Dmitri has revoked; whether he held a diamond nobody has noted.",
        EIGHT + "trick dt 2 c4 j\nirr revoke d t1.3\nclaim b 8\ndone",
    ),
    "claim-denied": Story(
        "Boris says that Dmitri has revoked; all hands are noted, and Dmitri had no diamond.",
        EIGHT
        + "h a AQ4.AT9.AKJ94.A3\nh b K965.K8432.T6.Q8\nh c 832.Q7.Q87532.K6\n"
        + "h d JT7.J65..JT97542\n"
        + "trick dt 2 c4 j\nirr revoke d t1.3\nclaim b 6\ndone",
    ),
    "late-claim": Story(
        "The first deal was cancelled. The next one lies on the table when the offence is noted: "
        "Dmitri had let a card be seen.",
        "deal turned 7h\ncancel\ndeal turned 2c\n"
        '> {"type":"irregularity_claimed","offence":"exposed","seat":"D","event":2}\n'
        "result b 8h 8",
    ),
    "card-stands": Story(
        "Chloé was to take up her four of spades, but the trick is turned and the next one led.",
        EIGHT
        + "trick sk 4 9 a\nd2\n"
        + '> {"type":"ruled","remedies":[{"remedy":"back","seat":"C"}]}\n'
        + "claim b 8\ndone",
    ),
    "ruling-on-nothing": Story(
        "The table let something pass, and the ruling names an event that is not there.",
        EIGHT + '> {"type":"ruled","event":40,"remedies":[{"remedy":"none"}]}\nresult b 8h 8',
    ),
    "ruling-tricks": Story(
        "Boris has two tricks in all, and three of his were given to Ada.",
        EIGHT
        + "w b b\nclaim a 11\n"
        + '> {"type":"ruled","remedies":'
        + '[{"remedy":"tricks","count":3,"giver":"B","taker":"A"}]}\ndone',
    ),
    "ruling-amount": Story(
        "Boris was to get fifty out of the pool, in which there are forty.",
        EIGHT
        + '> {"type":"ruled","remedies":[{"remedy":"pay","amount":"50","payee":"B"}]}\n'
        + "result b 8h 8",
    ),
    # results and settlement
    "no-partners": Story(
        "Chloé was noted as Boris's partner, as in French Boston.",
        EIGHT + '> {"type":"result_stated","contract":"8","caller":"B","partner":"C","tricks":8}\n'
        "result b 8h 8",
    ),
    "no-honours": Story(
        "Boris has played seven without trumps, and four honours were noted for him.",
        '> {"type":"deal_opened","number":1,"dealer":"A"}\n'
        '> {"type":"result_stated","contract":"7","caller":"B","trumps":"NT",'
        '"tricks":7,"honours":4}\nresult b 7nt 7',
        session=FONTAINEBLEAU,
    ),
    "unknown-contract": Story(
        "The result was noted as a piccolissimo, which Boston does not have.",
        'deal turned 7h\n> {"type":"result_stated","contract":"piccolissimo","caller":"B",'
        '"tricks":1}\nresult b lm 1',
    ),
    "tricks-count": Story(
        "Boris's tricks were noted as fourteen.",
        'deal turned 7h\n> {"type":"result_stated","contract":"8","caller":"B","trumps":"H",'
        '"tricks":14}\nresult b 8h 13',
    ),
    "second-result": Story(
        "The result was noted as eight tricks, and then again as nine.",
        EIGHT + "trick sk 4 9 a\nresult b 8h 8\nresult b 8h 9\ndone",
    ),
    "result-differs": Story(
        "Boris has bid eight, and the result was noted as a nine.",
        EIGHT + "trick sk 4 9 a\nresult b 9h 9\ndone",
    ),
    "agreed-amount": Story(
        "No source prices the grand misère. They agree on twelve counters and a half, and counters "
        "are not halved.",
        "deal turned ks\n"
        '> {"type":"result_stated","contract":"grand-misere","caller":"B","tricks":0,'
        '"agreed":"25/2"}',
        session=ACCOUNT,
    ),
    "needless-agreement": Story(
        "Boris has won his solo. Another program noted that they had agreed on 40 for it; the "
        "tariff says 32.",
        "deal turned ks\n"
        '> {"type":"result_stated","contract":"6","caller":"B","trumps":"S","tricks":8,'
        '"jack":"B","agreed":"40"}',
        session=ACCOUNT,
    ),
    "honours-not-held": Story(
        "Boris counts three honours; the hand that he laid down has ace and king.",
        "auction 8h 3p\nh b K965.AK843.T6.Q8\nresult b 8h 8 hon 3",
        session=FONTAINEBLEAU,
    ),
    "wrong-amount": Story(
        "Boris lost eight by two tricks, 35 to each and 40 to the pool; the scorer took off 140.",
        EIGHT + "trick sk 4 9 a\nclaim b 6\nsettled A=35 B=-140 C=35 D=35 pool=80",
    ),
    "wrong-table": Story(
        "Boris makes a slam in diamonds. This sitting plays Table 1, 500 from each; they pay the "
        "350 of Table 2.",
        "auction 13d 3p\nresult b 13d 13 hon 0 each 350",
        session=FONTAINEBLEAU,
        also="wrong-amount " * 4,
    ),
    "wrong-honours": Story(
        "Boris makes eight hearts, and was dealt three honours, worth two tricks: 90 from each. "
        "Nobody thinks of them, and they pay 80.",
        "auction 8h 3p\nresult 8 hon 3 each 80",
        session=FONTAINEBLEAU,
        also="wrong-amount " * 4,
    ),
    "wrong-partner-target": Story(
        "Chloé has joined Boris's seven diamonds: together they need ten. They take nine, and pay "
        "as the Russians do, who need eleven.",
        "auction 7d 3p ask acc\nresult 9 hon 0 each 160 pool 160",
        session=FONTAINEBLEAU,
        also="wrong-amount " * 4 + "wrong-pool",
    ),
    "wrong-doubling": Story(
        "Deal 33 is the first of the doubles. Dmitri makes eight spades and holds the jack; they "
        "pay him as in a simple.",
        "po\n" * 32
        + "deal turned h7\nauction 8s 3p\nshow d ks\ntrick ks 2 3 4\nclaim d 7\n"
        + "result hon 1 jack d\nsettled A=-10 B=-10 C=-10 D=370 pool=0",
        session=FRENCH_SESSION,
        also="wrong-amount " * 4,
    ),
    "wrong-partner-pays": Story(
        "Dmitri has demanded, and Chloé has accepted. He takes his five, she only two of her "
        "three; and both pay, as they would in Fontainebleau.",
        "deal turned c7\nauction ask acc 2p\nshow d kc\ntrick kc 2 3 4\n"
        "w d d d d c c a a a b b b\nresult jack a\nsettled A=16 B=8 C=-17 D=-17 pool=20",
        session=FRENCH_SESSION,
        also="wrong-amount " * 2,
    ),
    "wrong-number": Story(
        "Dmitri has called eight diamonds with a spade laid: that binds him to nine spades. He "
        "takes eight, and they pay him for eight.",
        "deal turned h7\nauction 8d\nlay d ks\nauction 3p\ntrick ks 2 3 4\nclaim d 7\n"
        "result hon 1 jack a\nsettled A=-2 B=-10 C=-10 D=32 pool=0",
        session=FRENCH_SESSION,
        also="wrong-amount " * 4 + "wrong-pool",
    ),
    "wrong-pool": Story(
        "Boris's failure doubles the pool of 40; the scorer noted 70 in it.",
        EIGHT + "trick sk 4 9 a\nclaim b 6\nsettled A=35 B=-145 C=35 D=35 pool=70",
    ),
    "not-balanced": Story(
        "Nobody noted how many tricks Boris took; and what was paid does not fit together.",
        EIGHT + "settled A=35 B=-145 C=35 D=30 pool=80",
    ),
    "count-differs": Story(
        "After the deal Boris counts 850; by the book he has 845.",
        EIGHT + "trick sk 4 9 a\nclaim b 6\ndone\ncounted B=850",
    ),
    "not-settled": Story(
        "Nobody remembers how the first deal ended; they went on with the second.",
        EIGHT + "deal turned 2c\nresult c 7 7",
    ),
    # the session
    "no-session": Story(
        "Another program has begun a file with a deal, and not with who plays what.",
        '> {"type":"deal_opened","number":1,"dealer":"A","turned":"7H"}',
        session="",
    ),
    "no-open-deal": Story(
        "The first deal is settled, and one more card of it was noted.",
        "deal turned 7h\nresult b 8h 6\n> play B 2C",
    ),
    "second-session": Story(
        "After the first deal a new session was begun in the same log, without closing the first.",
        "deal turned 7h\nresult b 8h 6\n"
        '> [{"type":"noted","text":"from the start again"},' + opening()[2:] + "]",
    ),
    "session-closed": Story(
        "The sitting was closed; then they played one more.",
        "deal turned 7h\nresult b 8h 6\nclose\n"
        '> {"type":"deal_opened","number":2,"dealer":"B","turned":"2C"}',
    ),
    "deal-after-last": Story(
        "All twelve deals are played, and a thirteenth was opened.",
        "\n".join(f"result {seat} 5 5" for seat in "bcdabcdabcda")
        + '\n> {"type":"deal_opened","number":13,"dealer":"A","turned":"2C"}',
    ),
    "deal-open": Story(
        "The sitting was closed in the middle of a deal.",
        EIGHT + '> {"type":"session_closed"}\nresult b 8h 8',
    ),
    "misdeal-by-another": Story(
        "Ada dealt, and the misdeal was booked to Chloé.",
        'deal turned 7h\n> {"type":"deal_voided","deal":1,"kind":"misdeal","seat":"C"}\nmisdeal a',
    ),
    "not-of-a-session": Story(
        "A new player was noted in the log of the session, and not in the list of players.",
        '> {"type":"player_added","id":"eva","name":"Eva"}',
    ),
    "unfit-seats": Story(
        "Eva sits down for Chloé, and the change was noted in the middle of a deal.",
        EIGHT + '> {"type":"seats_changed","players":{"A":{"id":"Ada","name":"Ada"},'
        '"B":{"id":"Boris","name":"Boris"},"C":{"id":"Eva","name":"Eva"},'
        '"D":{"id":"Dmitri","name":"Dmitri"}}}\nresult b 8h 8',
    ),
    "wrong-deal-number": Story(
        "The first deal of the game was noted as the third.",
        "deal 3 turned 7h\nresult b 8h 6",
    ),
    "wrong-dealer": Story(
        "Ada has to deal first; Chloé took the cards.",
        "deal 1 dealer c turned 7h\nresult b 8h 6",
    ),
}
