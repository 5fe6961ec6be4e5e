import hashlib
import hmac
import json
import os
import re
import time
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
        event = json.loads(body)
        # An event may arrive more than once: handle each event of an order or withdrawal once.
        print(event["event"], event["data"], flush=True)
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    if not os.environ.get("WEBHOOK_SECRET"):
        raise SystemExit("WEBHOOK_SECRET is not set")
    ThreadingHTTPServer(("", int(os.environ.get("PORT", 8000))), Receiver).serve_forever()
