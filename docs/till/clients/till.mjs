// A till's client for Kramar: Node 20 or newer, no packages.
//
//     node till.mjs sell ORDER-42 'Кава;5500;2' 'Круасан;6450;1'    name;price in kopiykas;quantity
//     node till.mjs refund ORDER-42 5500                            kopiykas; without an amount: all that is left
//
// KRAMAR_API is the base address (http://127.0.0.1:7480/api/v1/), KRAMAR_KEY a key of the till (kr_…), KRAMAR_JOURNAL
// the file in which the till keeps what it intends to do. Exit code 0: done; 1: not paid; 2: refused, and the reason.

import { closeSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { KRAMAR_API, KRAMAR_KEY, KRAMAR_JOURNAL = 'journal.json' } = process.env;

// Nothing was settled: the same request under the same Idempotency-Key is safe, and finds out.
const REPEATABLE = ['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'IN_DOUBT', 'TMR', 'INTERNAL_ERROR'];
const GIVE_UP_AFTER_MS = 15 * 60_000;

/** Repeating would change nothing: a person has to look. */
export class Refused extends Error {}

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** One request, repeated while no clear answer comes. */
export async function call(method, path, body, headers = {}) {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const { answer, wait } = await attempt(method, path, body, headers);
    if (wait === undefined) return answer;
    if (performance.now() + wait * 1000 > giveUpAt)
      throw new Refused(`There is still no answer: ${JSON.stringify(answer)}`);
    await sleep(wait);
  }
}

/** The answer, and in how many seconds to try again; undefined: it is final. */
async function attempt(method, path, body, headers) {
  let response;
  let answer;
  try {
    response = await fetch(new URL(path, KRAMAR_API), {
      method,
      headers: {
        Authorization: `Bearer ${KRAMAR_KEY}`,
        // An unknown parameter is refused instead of ignored.
        Prefer: 'handling=strict',
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(40_000),
    });
    answer = await response.json();
  } catch {
    // The service is starting again, or it died before its answer was whole.
    return { answer: { detail: 'Kramar does not answer.' }, wait: 1 };
  }
  if (response.ok) return { answer };
  if ([429, 503].includes(response.status))
    return { answer, wait: Number(response.headers.get('Retry-After') ?? 1) };
  if (response.status >= 500 && REPEATABLE.includes(answer.err_code ?? 'INTERNAL_ERROR'))
    return { answer, wait: Number(response.headers.get('Retry-After') ?? 2) };
  throw new Refused(`${response.status} ${JSON.stringify(answer)}`);
}

/** The key of this intent. It is on the disk before the first request, so that a PC that restarts repeats it. */
export function idempotencyKey(intent) {
  let keys = {};
  try {
    keys = JSON.parse(readFileSync(KRAMAR_JOURNAL, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (!keys[intent]) {
    keys[intent] = crypto.randomUUID();
    const file = openSync(`${KRAMAR_JOURNAL}.new`, 'w');
    writeSync(file, JSON.stringify(keys));
    fsyncSync(file);
    closeSync(file);
    renameSync(`${KRAMAR_JOURNAL}.new`, KRAMAR_JOURNAL);
  }
  return keys[intent];
}

/** The sale with exactly this reference; undefined: there is none. */
export async function find(reference) {
  const { results } = await call('GET', `invoices/?${new URLSearchParams({ reference })}`);
  return results[0];
}

/** The id of the newest event: the place to wait from. */
async function lastEvent() {
  const { count } = await call('GET', 'events/?page_size=1');
  if (count === 0) return 0;
  const { results } = await call('GET', `events/?page_size=1&page=${count}`);
  return results[0]?.id ?? 0;
}

/** Waits until the sale is paid, or can no longer be. Each pass begins anew after a restart of either side. */
export async function waitForEnd({ id }) {
  let after = await lastEvent();
  let invoice = await call('GET', `invoices/${id}/`);
  while (['created', 'processing'].includes(invoice.status)) {
    const { results } = await call('GET', `events/?after=${after}&wait=25`);
    after = results.at(-1)?.id ?? after;
    // Nothing for 25 seconds, or something about this sale: what its status is now decides.
    if (results.length === 0 || results.some((event) => event.invoice === id))
      invoice = await call('GET', `invoices/${id}/`);
  }
  return invoice;
}

async function sell(reference, lines) {
  const key = idempotencyKey(`sale ${reference}`);
  let invoice = await find(reference);
  if (!invoice) {
    const items = lines.map((line) => {
      const [name, price, quantity] = line.split(';');
      return { name, price: Number(price), quantity };
    });
    const [terminal] = (await call('GET', 'terminals/?page_size=1')).results;
    const sale = { terminal: terminal.id, reference, items };
    invoice = await call('POST', 'invoices/', sale, { 'Idempotency-Key': key });
  }
  console.log(`Pay at ${invoice.page_url}`);
  invoice = await waitForEnd(invoice);
  console.log(`Invoice ${invoice.id}: ${invoice.status}`);
  return invoice.status === 'success' ? 0 : 1;
}

async function refund(reference, amount) {
  const sale = await find(reference);
  if (!sale) throw new Refused(`There is no sale ${reference}.`);
  const key = idempotencyKey(`refund ${reference} ${amount ?? 'all'}`);
  const body = amount === undefined ? {} : { amount: Number(amount) };
  // expected_status: an unpaid invoice is not cancelled by mistake.
  const path = `invoices/${sale.id}/cancel/?expected_status=success`;
  const invoice = await call('POST', path, body, { 'Idempotency-Key': key });
  console.log(`Invoice ${invoice.id}: ${invoice.final_amount} left`);
  return 0;
}

async function main([command, reference, ...rest]) {
  if (command === 'sell' && rest.length > 0) return sell(reference, rest);
  if (command === 'refund' && reference && rest.length <= 1) return refund(reference, rest[0]);
  console.error('Usage: node till.mjs sell REFERENCE LINE… | refund REFERENCE [AMOUNT]');
  return 2;
}

// Other programs import the functions.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
