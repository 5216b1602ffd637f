"""What a log may hold and what an audit may find, for programs and for the curious."""

from dataclasses import fields

from events.model import SCHEMA
from events.written import ACTS, FIELDS, KINDS
from replay.documents import Document
from replay.findings import CODES


def schema_document() -> Document:
    """Give the JSON Schema of all events, acts as the objects that their text stands for."""
    schema: Document = SCHEMA.json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def forms_document() -> Document:
    """Give the one written form of each kind of event."""
    verbs = {kind.__name__: verb for verb, kind in ACTS.items()}
    forms: Document = {}
    for name, kind in KINDS.items():
        verb = verbs.get(kind.__name__)
        named = [field.name for field in fields(kind) if field.name != "type"]
        forms[name] = " ".join([verb, *FIELDS[verb]]) if verb else {"object": named}
    return {"schema": "trickbook.forms/1", "forms": forms}


def codes_document() -> Document:
    """Give the finding codes with their severity and meaning."""
    codes: Document = {
        code: {"severity": severity, "meaning": meaning}
        for code, (severity, meaning) in CODES.items()
    }
    return {"schema": "trickbook.codes/1", "codes": codes}
