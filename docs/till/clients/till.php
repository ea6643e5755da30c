<?php
// A till's client for Kramar: PHP 8.0 or newer, no extension beyond json.
//
//     php till.php sell ORDER-42 'Кава;5500;2' 'Круасан;6450;1'    name;price in kopiykas;quantity
//     php till.php refund ORDER-42 5500                            kopiykas; without an amount: all that is left
//
// KRAMAR_API is the base address (http://127.0.0.1:7480/api/v1/), KRAMAR_KEY a key of the till (kr_…), KRAMAR_JOURNAL
// the file in which the till keeps what it intends to do. Exit code 0: done; 1: not paid; 2: refused, and the reason.
declare(strict_types=1);

// Nothing was settled: the same request under the same Idempotency-Key is safe, and finds out.
const REPEATABLE = ['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'IN_DOUBT', 'TMR', 'INTERNAL_ERROR'];
const GIVE_UP_AFTER_S = 15 * 60;

/** Repeating would change nothing: a person has to look. */
class Refused extends Exception {}

/** One request, repeated while no clear answer comes. */
function call(string $method, string $path, ?array $body = null, array $headers = []): array
{
    $giveUpAt = hrtime(true) + GIVE_UP_AFTER_S * 1e9;
    while (true) {
        [$answer, $wait] = attempt($method, $path, $body, $headers);
        if ($wait === null) {
            return $answer;
        }
        if (hrtime(true) + $wait * 1e9 > $giveUpAt) {
            throw new Refused('There is still no answer: ' . json($answer));
        }
        usleep((int) ($wait * 1e6));
    }
}

/** The answer, and in how many seconds to try again; null: it is final. */
function attempt(string $method, string $path, ?array $body, array $headers): array
{
    // An unknown parameter is refused instead of ignored.
    $lines = ['Authorization: Bearer ' . getenv('KRAMAR_KEY'), 'Prefer: handling=strict', ...$headers];
    $http = ['method' => $method, 'timeout' => 40, 'ignore_errors' => true, 'follow_location' => 0];
    if ($body !== null) {
        $lines[] = 'Content-Type: application/json';
        $http['content'] = json((object) $body);
    }
    $context = stream_context_create(['http' => [...$http, 'header' => $lines]]);
    $text = @file_get_contents(getenv('KRAMAR_API') . $path, false, $context);
    // Set by file_get_contents once there are headers.
    $received = $http_response_header ?? [];
    preg_match('#^HTTP/\S+ (\d+)#', $received[0] ?? '', $found);
    $status = (int) ($found[1] ?? 0);
    $answer = json_decode($text === false ? '' : $text, true);
    if ($status === 0 || !is_array($answer)) {
        // The service is starting again, or it died before its answer was whole.
        return [['detail' => 'Kramar does not answer.'], 1];
    }
    if ($status < 300) {
        return [$answer, null];
    }
    $after = current(preg_grep('/^Retry-After:/i', $received));
    $wait = $after ? (float) trim(substr($after, 12)) : null;
    if ($status === 429 || $status === 503) {
        return [$answer, $wait ?? 1];
    }
    if ($status >= 500 && in_array($answer['err_code'] ?? 'INTERNAL_ERROR', REPEATABLE, true)) {
        return [$answer, $wait ?? 2];
    }
    throw new Refused($status . ' ' . json($answer));
}

function json(mixed $value): string
{
    return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}

/** The key of this intent. It is on the disk before the first request, so that a PC that restarts repeats it. */
function idempotencyKey(string $intent): string
{
    $journal = getenv('KRAMAR_JOURNAL') ?: 'journal.json';
    $keys = is_file($journal) ? json_decode((string) file_get_contents($journal), true) : [];
    if (!isset($keys[$intent])) {
        $keys[$intent] = bin2hex(random_bytes(16));
        $file = fopen("$journal.new", 'w');
        fwrite($file, json($keys));
        // PHP 8.1 and newer; older ones leave it to the system.
        if (function_exists('fsync')) {
            fsync($file);
        }
        fclose($file);
        rename("$journal.new", $journal);
    }
    return $keys[$intent];
}

/** The sale with exactly this reference; null: there is none. */
function find(string $reference): ?array
{
    return call('GET', 'invoices/?' . http_build_query(['reference' => $reference]))['results'][0] ?? null;
}

/** The id of the newest event: the place to wait from. */
function lastEvent(): int
{
    $count = call('GET', 'events/?page_size=1')['count'];
    $newest = $count > 0 ? call('GET', "events/?page_size=1&page=$count")['results'] : [];
    return $newest[0]['id'] ?? 0;
}

/** Waits until the sale is paid, or can no longer be. Each pass begins anew after a restart of either side. */
function waitForEnd(int $id): array
{
    $after = lastEvent();
    $invoice = call('GET', "invoices/$id/");
    while (in_array($invoice['status'], ['created', 'processing'], true)) {
        $events = call('GET', "events/?after=$after&wait=25")['results'];
        $after = $events ? end($events)['id'] : $after;
        // Nothing for 25 seconds, or something about this sale: what its status is now decides.
        if (!$events || in_array($id, array_column($events, 'invoice'), true)) {
            $invoice = call('GET', "invoices/$id/");
        }
    }
    return $invoice;
}

function sell(string $reference, array $lines): int
{
    $key = idempotencyKey("sale $reference");
    $invoice = find($reference);
    if ($invoice === null) {
        $items = array_map(function (string $line): array {
            [$name, $price, $quantity] = explode(';', $line);
            return ['name' => $name, 'price' => (int) $price, 'quantity' => $quantity];
        }, $lines);
        $terminal = call('GET', 'terminals/?page_size=1')['results'][0]['id'];
        $sale = ['terminal' => $terminal, 'reference' => $reference, 'items' => $items];
        $invoice = call('POST', 'invoices/', $sale, ["Idempotency-Key: $key"]);
    }
    echo "Pay at {$invoice['page_url']}\n";
    $invoice = waitForEnd($invoice['id']);
    echo "Invoice {$invoice['id']}: {$invoice['status']}\n";
    return $invoice['status'] === 'success' ? 0 : 1;
}

function refund(string $reference, ?string $amount): int
{
    $sale = find($reference) ?? throw new Refused("There is no sale $reference.");
    $key = idempotencyKey("refund $reference " . ($amount ?? 'all'));
    $body = $amount === null ? [] : ['amount' => (int) $amount];
    // expected_status: an unpaid invoice is not cancelled by mistake.
    $path = "invoices/{$sale['id']}/cancel/?expected_status=success";
    $invoice = call('POST', $path, $body, ["Idempotency-Key: $key"]);
    echo "Invoice {$invoice['id']}: {$invoice['final_amount']} left\n";
    return 0;
}

// Other programs require the functions.
if (realpath($_SERVER['SCRIPT_FILENAME']) !== __FILE__) {
    return;
}

$rest = array_slice($argv, 3);
try {
    if (($argv[1] ?? '') === 'sell' && count($rest) > 0) {
        exit(sell($argv[2], $rest));
    }
    if (($argv[1] ?? '') === 'refund' && isset($argv[2]) && count($rest) <= 1) {
        exit(refund($argv[2], $rest[0] ?? null));
    }
    fwrite(STDERR, "Usage: php till.php sell REFERENCE LINE… | refund REFERENCE [AMOUNT]\n");
    exit(2);
} catch (Refused $refused) {
    fwrite(STDERR, $refused->getMessage() . "\n");
    exit(2);
}
