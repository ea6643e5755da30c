"""A till's client for Kramar: Python 3.8 or newer, standard library only.

    python3 till.py sell ORDER-42 'Кава;5500;2' 'Круасан;6450;1'    name;price in kopiykas;quantity
    python3 till.py refund ORDER-42 5500                            kopiykas; without an amount: all that is left

KRAMAR_API is the base address (http://127.0.0.1:7480/api/v1/), KRAMAR_KEY a key of the till (kr_…), KRAMAR_JOURNAL the
file in which the till keeps what it intends to do. Exit code 0: done; 1: not paid; 2: refused, and the reason.
"""

import http.client, json, os, sys, time, urllib.error, urllib.parse, urllib.request, uuid

API = os.environ["KRAMAR_API"]
KEY = os.environ["KRAMAR_KEY"]
JOURNAL = os.environ.get("KRAMAR_JOURNAL", "journal.json")

# Nothing was settled: the same request under the same Idempotency-Key is safe, and finds out.
REPEATABLE = {"TIMEOUT", "UNREACHABLE", "BAD_GATEWAY", "IN_DOUBT", "TMR", "INTERNAL_ERROR"}
GIVE_UP_AFTER_S = 15 * 60


class Refused(Exception):
    """Repeating would change nothing: a person has to look."""


def call(method, path, body=None, headers=None):
    """One request, repeated while no clear answer comes."""
    give_up_at = time.monotonic() + GIVE_UP_AFTER_S
    while True:
        answer, wait = attempt(method, path, body, headers or {})
        if wait is None:
            return answer
        if time.monotonic() + wait > give_up_at:
            raise Refused("There is still no answer: " + json.dumps(answer, ensure_ascii=False))
        time.sleep(wait)


def attempt(method, path, body, headers):
    """The answer, and in how many seconds to try again; None: it is final."""
    request = urllib.request.Request(urllib.parse.urljoin(API, path), method=method)
    request.add_header("Authorization", "Bearer " + KEY)
    # An unknown parameter is refused instead of ignored.
    request.add_header("Prefer", "handling=strict")
    for name, value in headers.items():
        request.add_header(name, value)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=40) as response:
            return json.load(response), None
    except urllib.error.HTTPError as error:
        return refusal(error)
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError):
        # The service is starting again, or it died before its answer was whole.
        return {"detail": "Kramar does not answer."}, 1


def refusal(error):
    try:
        answer = json.load(error)
    except (OSError, ValueError, http.client.HTTPException):
        return {"detail": "The answer broke off."}, 1
    if error.code in (429, 503):
        return answer, float(error.headers.get("Retry-After", "1"))
    if error.code >= 500 and answer.get("err_code", "INTERNAL_ERROR") in REPEATABLE:
        return answer, float(error.headers.get("Retry-After", "2"))
    raise Refused(f"{error.code} " + json.dumps(answer, ensure_ascii=False))


def idempotency_key(intent):
    """The key of this intent. It is on the disk before the first request, so that a PC that restarts repeats it."""
    try:
        with open(JOURNAL, encoding="utf-8") as file:
            keys = json.load(file)
    except FileNotFoundError:
        keys = {}
    if intent not in keys:
        keys[intent] = str(uuid.uuid4())
        with open(JOURNAL + ".new", "w", encoding="utf-8") as file:
            json.dump(keys, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(JOURNAL + ".new", JOURNAL)
    return keys[intent]


def find(reference):
    """The sale with exactly this reference; None: there is none."""
    found = call("GET", "invoices/?" + urllib.parse.urlencode({"reference": reference}))
    return found["results"][0] if found["results"] else None


def last_event():
    """The id of the newest event: the place to wait from."""
    count = call("GET", "events/?page_size=1")["count"]
    newest = call("GET", f"events/?page_size=1&page={count}") if count else {"results": []}
    return newest["results"][0]["id"] if newest["results"] else 0


def wait_for_end(invoice):
    """Waits until the sale is paid, or can no longer be. Each pass begins anew after a restart of either side."""
    after = last_event()
    invoice = call("GET", f"invoices/{invoice['id']}/")
    while invoice["status"] in ("created", "processing"):
        events = call("GET", f"events/?after={after}&wait=25")["results"]
        after = events[-1]["id"] if events else after
        # Nothing for 25 seconds, or something about this sale: what its status is now decides.
        if not events or any(event["invoice"] == invoice["id"] for event in events):
            invoice = call("GET", f"invoices/{invoice['id']}/")
    return invoice


def sell(reference, lines):
    key = idempotency_key("sale " + reference)
    invoice = find(reference)
    if invoice is None:
        items = [
            {"name": name, "price": int(price), "quantity": quantity}
            for name, price, quantity in (line.split(";") for line in lines)
        ]
        terminal = call("GET", "terminals/?page_size=1")["results"][0]["id"]
        sale = {"terminal": terminal, "reference": reference, "items": items}
        invoice = call("POST", "invoices/", sale, {"Idempotency-Key": key})
    print("Pay at " + invoice["page_url"], flush=True)
    invoice = wait_for_end(invoice)
    print(f"Invoice {invoice['id']}: {invoice['status']}", flush=True)
    return 0 if invoice["status"] == "success" else 1


def refund(reference, amount):
    invoice = find(reference)
    if invoice is None:
        raise Refused(f"There is no sale {reference}.")
    key = idempotency_key(f"refund {reference} {amount or 'all'}")
    body = {"amount": int(amount)} if amount else {}
    # expected_status: an unpaid invoice is not cancelled by mistake.
    invoice = call(
        "POST", f"invoices/{invoice['id']}/cancel/?expected_status=success", body, {"Idempotency-Key": key}
    )
    print(f"Invoice {invoice['id']}: {invoice['final_amount']} left", flush=True)
    return 0


def main(arguments):
    if len(arguments) >= 3 and arguments[0] == "sell":
        return sell(arguments[1], arguments[2:])
    if len(arguments) in (2, 3) and arguments[0] == "refund":
        return refund(arguments[1], arguments[2] if len(arguments) == 3 else None)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        print(refused, file=sys.stderr)
        sys.exit(2)
