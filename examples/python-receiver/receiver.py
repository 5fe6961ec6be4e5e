"""Receives webhooks with the standard library alone, and stores each event once before it answers."""

import errno
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DATABASE_FILE = os.environ.get("DATABASE_FILE", "webhooks.sqlite")
WEBHOOK_SECRET = os.environ.get("WEBHOOK_SECRET", "")
PORT = int(os.environ.get("PORT", 3000))
LONGEST_BODY = 1_000_000

TASKS = {
    "payment.confirmed": "fulfil",
    "payment.underpaid": "decide",
    "payment.expired": "give up",
    "payment.frozen": "hold back",
}
SCHEMA = """CREATE TABLE IF NOT EXISTS jobs
    (id INTEGER PRIMARY KEY, task TEXT, name TEXT, about TEXT, event BLOB, UNIQUE (event))"""


def verify(header, body, now):
    """Checks that one signature matches and that the timestamp is at most 300 s away from now."""
    items = [item.strip().partition("=") for item in header.split(",")]
    timestamp = next((value for name, _, value in items if name == "t"), "")
    if not re.fullmatch("[0-9]{1,15}", timestamp) or abs(now - int(timestamp)) > 300:
        return False
    expected = hmac.new(WEBHOOK_SECRET.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    signatures = [value.encode() for name, _, value in items if name == "v1"]
    return any(hmac.compare_digest(expected.encode(), signature) for signature in signatures)


def store(body):
    """Stores what the event asks for, unless the same bytes came before. Returns whether it was new."""
    event = json.loads(body)
    name, data = event["event"], event["data"]
    task = TASKS.get(name)
    if task is None:
        return True  # newer than this receiver, or of no interest
    # EXPIRED_PAID is a late payment: the goods may be gone, so a person decides.
    if name == "payment.confirmed" and data["status"] != "PAID":
        task = "decide"
    with closing(sqlite3.connect(DATABASE_FILE, timeout=5)) as database, database:
        database.execute("BEGIN IMMEDIATE")  # one request at a time decides whether an event is new
        known = database.execute("SELECT 1 FROM jobs WHERE name = ? AND about = ?", (name, data["order_id"]))
        # Other bytes: the order has changed since, as when it was frozen, cleared and frozen again.
        row = ("read again" if known.fetchone() else task, name, data["order_id"], body)
        insert = "INSERT INTO jobs (task, name, about, event) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        return database.execute(insert, row).rowcount == 1


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        if self.path != "/webhooks":
            return self.answer(404)
        length = int(self.headers.get("Content-Length", 0))
        if not 0 <= length <= LONGEST_BODY:
            return self.answer(413)
        body = self.rfile.read(length)  # the raw bytes: JSON that is parsed and written again does not verify
        if not verify(self.headers.get("X-Merchant-Signature", ""), body, int(time.time())):
            return self.answer(401)
        try:
            is_new = store(body)
        except (sqlite3.Error, KeyError, ValueError) as error:
            print(error, file=sys.stderr)
            return self.answer(500)  # the service delivers the event again
        self.answer(200, {"received": True, "duplicate": not is_new})

    def answer(self, status, document=None):
        content = b"" if document is None else json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def main():
    if not WEBHOOK_SECRET:
        sys.exit("WEBHOOK_SECRET is not set")
    with closing(sqlite3.connect(DATABASE_FILE)) as database, database:
        database.execute(SCHEMA)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        sys.exit(f"Port {PORT} is taken: set PORT to another one." if taken else str(error))
    print(f"listening on http://127.0.0.1:{server.server_port}/webhooks", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
