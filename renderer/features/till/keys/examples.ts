/** Examples for programmers of till apps, one sale each by key: pure. They differ from a sale only in their amount. */

export const LANGUAGES = ['curl', 'Python', 'PHP', 'C#', 'JavaScript'] as const;
export type Language = (typeof LANGUAGES)[number];
export const isLanguage = (name: string): name is Language => LANGUAGES.some((each) => each === name);

interface Sale {
  /** Address of the interface, with a slash at its end. */
  base: string;
  key: string;
  /** Id of the terminal. */
  terminal: number;
}

const curl = ({ base, key, terminal }: Sale): string =>
  `# The same Idempotency-Key again is the same sale again.
SALE=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)
curl -sS '${base}invoices/' \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $SALE" \\
  --data-raw '{"terminal":${terminal},"amount":100,"reference":"curl"}'`;

const python = ({ base, key, terminal }: Sale): string =>
  `import json, urllib.request, uuid

sale = str(uuid.uuid4())  # Store it first: the same key again is the same sale again.
request = urllib.request.Request(
    "${base}invoices/",
    json.dumps({"terminal": ${terminal}, "amount": 100, "reference": "python"}).encode(),
    {
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
        "Idempotency-Key": sale,
    },
)
with urllib.request.urlopen(request, timeout=60) as answer:
    invoice = json.load(answer)
print(invoice["id"], invoice["status"], invoice["page_url"])`;

const php = ({ base, key, terminal }: Sale): string =>
  `<?php
$sale = bin2hex(random_bytes(16)); // Store it first: the same key again is the same sale again.
$answer = file_get_contents('${base}invoices/', false, stream_context_create(['http' => [
    'method' => 'POST',
    'timeout' => 60,
    'ignore_errors' => true,
    'header' => [
        'Authorization: Bearer ${key}',
        'Content-Type: application/json',
        'Idempotency-Key: ' . $sale,
    ],
    'content' => json_encode(['terminal' => ${terminal}, 'amount' => 100, 'reference' => 'php']),
]]));
echo $answer, PHP_EOL;`;

const csharp = ({ base, key, terminal }: Sale): string =>
  `using System;
using System.Net.Http;
using System.Text;

class Sale {
    static void Main() {
        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        var sale = Guid.NewGuid().ToString(); // Store it first: the same key again is the same sale again.
        var request = new HttpRequestMessage(HttpMethod.Post, "${base}invoices/");
        request.Headers.Add("Authorization", "Bearer ${key}");
        request.Headers.Add("Idempotency-Key", sale);
        var body = "{\\"terminal\\":${terminal},\\"amount\\":100,\\"reference\\":\\"csharp\\"}";
        request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        var answer = client.SendAsync(request).Result;
        Console.WriteLine(answer.Content.ReadAsStringAsync().Result);
    }
}`;

const javascript = ({ base, key, terminal }: Sale): string =>
  `// Node 20 or newer, as till.mjs.
const sale = crypto.randomUUID(); // Store it first: the same key again is the same sale again.
const answer = await fetch('${base}invoices/', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'Content-Type': 'application/json',
    'Idempotency-Key': sale,
  },
  body: JSON.stringify({ terminal: ${terminal}, amount: 100, reference: 'javascript' }),
  signal: AbortSignal.timeout(60_000),
});
console.log(answer.status, await answer.json());`;

const EXAMPLES: Record<Language, (sale: Sale) => string> = {
  curl,
  Python: python,
  PHP: php,
  'C#': csharp,
  JavaScript: javascript,
};

/** A program that opens an invoice of one hryvnia. */
export const exampleOf = (language: Language, sale: Sale): string => EXAMPLES[language](sale);
