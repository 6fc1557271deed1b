"""A whole shop in Python without packages: sells, receives, refunds, charges monthly and compares its books.

GATEWAY, TOKEN, SERVICE and WEBHOOK_SECRET are what `partner create --sells payment` prints; PORT is the shop's.
What stands in ORDERS and SEEN belongs into your database.
"""

import base64, hashlib, hmac, json, os, sys, time, urllib.error, urllib.parse, urllib.request, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

GATEWAY, TOKEN, SERVICE = os.environ["GATEWAY"], os.environ["TOKEN"], os.environ["SERVICE"]
SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
PORT = int(os.environ.get("PORT", "4000"))
SHOP = os.environ.get("SHOP", f"http://localhost:{PORT}")
ORDERS = {}  # order → payment, state
SEEN = set()  # ids of notifications


def call(method, path, body=None, key=None):
    """Answers of the gateway. A POST that got no answer is repeated with the same key, and happens once."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": key or str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(GATEWAY + path, data, headers, method=method)
    for tries_left in (2, 1, 0):
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            if error.code < 500 or not tries_left:
                raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()}") from error
        except OSError:
            if not tries_left:
                raise
        time.sleep(1)


def buy(amount):
    order = str(uuid.uuid4())
    returns = {"success": f"{SHOP}/thanks?order={order}", "failure": f"{SHOP}/thanks?order={order}"}
    ORDERS[order] = {"payment": None, "state": "new"}
    made = call("POST", f"/payment/{SERVICE}/transactions", {"amount": amount, "control": order, "returns": returns}, key=order)["data"]
    ORDERS[order]["payment"] = made["transactionId"]
    return made["redirectUrl"]


def is_signed(headers, body):
    """The Standard Webhooks signature. Old ones are refused, so that nobody repeats one."""
    sent_at = headers.get("webhook-timestamp", "0")
    text = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(SECRET, text, hashlib.sha256).digest()).decode()
    fresh = sent_at.isdigit() and abs(time.time() - int(sent_at)) <= 300
    return fresh and any(hmac.compare_digest(right.encode(), each.encode()) for each in headers.get("webhook-signature", "").split(" "))


def notified(identity, event):
    """The same notification may come again: it is acted on once."""
    if identity in SEEN:
        return
    data = event["data"]
    order = ORDERS.get(data.get("control", ""))
    if event["type"] == "transaction:status_changed" and order and data["status"] == "transaction_paid":
        order |= {"state": "paid", "paid_on": data["paid_at"][:10]}  # deliver the goods here
    if event["type"] == "transaction_refund:status_changed" and data["status"] == "refund_completed":
        for each in ORDERS.values():
            if each["payment"] == data["transaction"]["id"]:
                each["state"] = "refunded"
    SEEN.add(identity)


def refund(order):
    return call("POST", f"/payment/{SERVICE}/transactions/{ORDERS[order]['payment']}/refunds", {})["data"]


def charge(subscription, amount, email):
    """Once a month, from a timer: a payment, and the charge of who has agreed to it."""
    payer = {"customer": {"email": email, "ip": "198.51.100.7", "countryCode": "PL"}, "antifraud": {"useragent": "shop"}}
    wanted = {"amount": amount, "directChannel": "blik-recurrent", **payer}
    made = call("POST", f"/payment/{SERVICE}/transactions", wanted)["data"]
    path = f"/payment/{SERVICE}/blik/subscriptions/{subscription}/autopayment"
    return call("POST", path, {"transactionId": made["transactionId"]})["data"]


def differences(day):
    """Compares the orders with the wallet's entries of a day, page after page."""
    path, booked = f"/wallet/entries?day={day}&limit=100", set()
    while path:
        page = call("GET", path)
        booked |= {entry["transaction_id"] for entry in page["data"]}
        following = page["pagination"]["links"]["next_page"]
        path = following and "/wallet/entries?" + urllib.parse.urlsplit(following).query
    known = {order["payment"] for order in ORDERS.values()}
    paid = {order["payment"] for order in ORDERS.values() if order.get("paid_on") == day}
    return {"not_booked": sorted(paid - booked), "not_known": sorted(booked - known - {None})}


class Shop(BaseHTTPRequestHandler):
    def answer(self, status, text="", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/thanks":  # the address proves nothing: only the notification says that it is paid
            return self.answer(200, ORDERS.get(query.get("order"), {}).get("state", "unknown"))
        if url.path == "/books":
            return self.answer(200, json.dumps(differences(query["day"])))
        form = '<form method="post" action="/buy"><input name="amount" value="49.99"><button>Buy</button></form>'
        return self.answer(200, form, **{"Content-Type": "text/html"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path == "/notify":
            if not is_signed(self.headers, body):
                return self.answer(400)
            notified(self.headers["webhook-id"], json.loads(body))
            return self.answer(200, "OK")
        form = dict(urllib.parse.parse_qsl(body.decode()))
        try:
            return self.act(form)
        except (RuntimeError, OSError) as refused:  # by the gateway, or it cannot be reached
            print(refused, file=sys.stderr)
            return self.answer(502)

    def act(self, form):
        if self.path == "/buy":
            return self.answer(303, Location=buy(float(form["amount"])))
        if self.path == "/refund":  # behind a login
            return self.answer(200, json.dumps(refund(form["order"])))
        if self.path == "/charge":  # from a timer
            return self.answer(200, json.dumps(charge(form["subscription"], float(form["amount"]), form["email"])))
        return self.answer(404)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", PORT), Shop).serve_forever()
