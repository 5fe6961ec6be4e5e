import hashlib
import hmac
import json
import os
import re
import sqlite3
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def verify(secret, header, body, now):
    """Checks that one signature matches and that the timestamp is at most 300 s away from now."""
    items = [item.strip().partition("=") for item in header.split(",")]
    timestamp = next((value for name, _, value in items if name == "t"), "")
    if not re.fullmatch("[0-9]{1,15}", timestamp) or abs(now - int(timestamp)) > 300:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    signatures = [value.encode() for name, _, value in items if name == "v1"]
    return any(hmac.compare_digest(expected.encode(), signature) for signature in signatures)


def handle_once(event):
    """Handles an event unless it was handled before, since it may arrive more than once. Returns whether it was new."""
    data = event["data"]
    about = data.get("withdrawal_id") or data.get("order_id")
    # In production, the database of your orders. One transaction: a handler that fails leaves no record.
    with closing(sqlite3.connect("webhooks.sqlite")) as database, database:
        database.execute("CREATE TABLE IF NOT EXISTS handled (event TEXT, about TEXT, UNIQUE (event, about))")
        row = (event["event"], about)
        is_new = database.execute("INSERT OR IGNORE INTO handled VALUES (?, ?)", row).rowcount == 1
        if is_new:
            print(event["event"], data, flush=True)
        return is_new


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if not 0 <= length <= 1_000_000:
            return self.send_error(413)
        body = self.rfile.read(length)  # the raw bytes: JSON that is parsed and written again does not verify
        header = self.headers.get("X-Merchant-Signature", "")
        if not verify(os.environ["WEBHOOK_SECRET"], header, body, int(time.time())):
            return self.send_error(400)
        is_new = handle_once(json.loads(body))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"duplicate": not is_new}).encode())


if __name__ == "__main__":
    if not os.environ.get("WEBHOOK_SECRET"):
        raise SystemExit("WEBHOOK_SECRET is not set")
    ThreadingHTTPServer(("", int(os.environ.get("PORT", 8000))), Receiver).serve_forever()
