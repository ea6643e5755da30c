import createClient from 'openapi-fetch';
import { client as heyApiClient } from './generated/hey-api/client.gen.ts';
import * as heyApi from './generated/hey-api/index.ts';
import type { paths } from './generated/openapi-typescript.ts';
import * as orval from './generated/orval.ts';

/** One sale, made with each generated client: `tills.js <generator>`. A client is wrapped in a `Till`, with its own types. */

interface Sale {
  id: number;
  status: string;
  invoice_id: string;
  amount: number;
  final_amount: number | null;
}

interface Till {
  listTerminals(): Promise<number[]>;
  /** With the two fields that an item needs, and none that has a default. */
  create(terminal: number, idempotencyKey: string): Promise<Sale>;
  refresh(id: number): Promise<Sale>;
  find(reference: string): Promise<Sale[]>;
  refund(id: number, amount: number): Promise<Sale>;
  /** The `detail` of the refusal that an unknown id meets. */
  readMissing(id: number): Promise<string>;
  /** A binary answer. */
  readReceipt(id: number): Promise<Blob>;
  /** A binary body: what would be new in the catalog. */
  tryImport(csv: string): Promise<number>;
  /** The types of the events so far; the operation answers with a stream, too. */
  listEvents(): Promise<string[]>;
}

const { KRAMAR_API: baseUrl = '', KRAMAR_KEY: key = '' } = process.env;
const authorization = { Authorization: `Bearer ${key}` };
const REFERENCE = 'Receipt № 1/2';
const saleAt = (terminal: number) => ({
  terminal,
  reference: REFERENCE,
  items: [{ name: 'Кава', price: 5500 }],
});

/** Unwraps an answer whose type allows for none. */
const present = <Value>(value: Value | null | undefined): Value => {
  if (value === undefined || value === null) throw new Error('There is no answer.');
  return value;
};

/** The records of an answer that could also be a stream, by what was accepted. */
const listed = <Item>(answer: string | { results: Item[] }): Item[] => {
  if (typeof answer === 'string') throw new Error('The answer is a stream.');
  return answer.results;
};

/** The data of the answer that has this status. */
const expectStatus = <Answer extends { status: number; data: unknown }, Status extends Answer['status']>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status }>['data'] => {
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.data)}`);
  return answer.data;
};

const api = createClient<paths>({ baseUrl, headers: authorization });
const openapiFetch: Till = {
  listTerminals: async () => present((await api.GET('/terminals/')).data).results.map(({ id }) => id),
  create: async (terminal, idempotencyKey) => {
    const header = { 'Idempotency-Key': idempotencyKey };
    return present((await api.POST('/invoices/', { params: { header }, body: saleAt(terminal) })).data);
  },
  refresh: async (id) =>
    present((await api.POST('/invoices/{id}/refresh/', { params: { path: { id } } })).data),
  find: async (reference) =>
    present((await api.GET('/invoices/', { params: { query: { reference } } })).data).results,
  refund: async (id, amount) =>
    present((await api.POST('/invoices/{id}/cancel/', { params: { path: { id } }, body: { amount } })).data),
  readMissing: async (id) =>
    present((await api.GET('/invoices/{id}/', { params: { path: { id } } })).error).detail,
  readReceipt: async (id) =>
    present((await api.GET('/invoices/{id}/receipt/', { params: { path: { id } }, parseAs: 'blob' })).data),
  tryImport: async (csv) => {
    const { data } = await api.POST('/catalog/products/import/', {
      params: { query: { dry_run: true } },
      headers: { 'Content-Type': 'text/csv' },
      body: csv,
      bodySerializer: (body) => body,
    });
    return present(data).counts.new;
  },
  listEvents: async () =>
    listed(present((await api.GET('/events/', { params: { query: { after: 0 } } })).data)).map(
      ({ type }) => type,
    ),
};

heyApiClient.setConfig({ baseUrl, auth: key });
const heyApiTill: Till = {
  listTerminals: async () => present((await heyApi.listTerminals()).data).results.map(({ id }) => id),
  create: async (terminal, idempotencyKey) => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    return present((await heyApi.createInvoice({ headers, body: saleAt(terminal) })).data);
  },
  refresh: async (id) => present((await heyApi.refreshInvoice({ path: { id } })).data),
  find: async (reference) => present((await heyApi.listInvoices({ query: { reference } })).data).results,
  refund: async (id, amount) =>
    present((await heyApi.cancelInvoice({ path: { id }, body: { amount } })).data),
  readMissing: async (id) => present((await heyApi.getInvoice({ path: { id } })).error).detail,
  readReceipt: async (id) => present((await heyApi.getInvoiceReceipt({ path: { id } })).data),
  tryImport: async (csv) => {
    const query = { dry_run: true };
    return present((await heyApi.importProducts({ query, body: new Blob([csv]) })).data).counts.new;
  },
  listEvents: async () =>
    listed(present((await heyApi.listEvents({ query: { after: 0 } })).data)).map(({ type }) => type),
};

const orvalTill: Till = {
  listTerminals: async () => expectStatus(await orval.listTerminals(), 200).results.map(({ id }) => id),
  create: async (terminal, idempotencyKey) => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    return expectStatus(await orval.createInvoice(saleAt(terminal), { headers }), 201);
  },
  refresh: async (id) => expectStatus(await orval.refreshInvoice(id), 200),
  find: async (reference) => expectStatus(await orval.listInvoices({ reference }), 200).results,
  refund: async (id, amount) => expectStatus(await orval.cancelInvoice(id, { amount }), 200),
  readMissing: async (id) => expectStatus(await orval.getInvoice(id), 404).detail,
  readReceipt: async (id) => expectStatus(await orval.getInvoiceReceipt(id), 200),
  tryImport: async (csv) =>
    expectStatus(await orval.importProducts(new Blob([csv]), { dry_run: true }), 200).counts.new,
  listEvents: async () =>
    listed(expectStatus(await orval.listEvents({ after: 0 }), 200)).map(({ type }) => type),
};

const TILLS: Readonly<Record<string, Till>> = {
  'openapi-typescript': openapiFetch,
  '@hey-api/openapi-ts': heyApiTill,
  orval: orvalTill,
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sells, waits until the test has paid at the bank, refunds a part, and prints what it saw. */
const sell = async (till: Till, idempotencyKey: string): Promise<void> => {
  const [terminal] = await till.listTerminals();
  const created = await till.create(present(terminal), idempotencyKey);
  const repeated = await till.create(present(terminal), idempotencyKey);
  process.stdout.write(`${created.invoice_id}\n`);
  let paid = created;
  while (paid.status !== 'success') {
    await pause(100);
    paid = await till.refresh(created.id);
  }
  const found = await till.find(REFERENCE);
  const refunded = await till.refund(created.id, 1000);
  const receipt = await till.readReceipt(created.id);
  const result = {
    isSame: repeated.id === created.id,
    isFound: found.some(({ id }) => id === created.id),
    amount: created.amount,
    left: refunded.final_amount,
    missing: await till.readMissing(999_999),
    receipt: (await receipt.text()).slice(0, 5),
    imported: await till.tryImport('Назва;Ціна\nЧай зелений;45,00\n'),
    events: (await till.listEvents()).slice(0, 2),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
};

const [, , name = ''] = process.argv;
await sell(present(TILLS[name]), `generated-${name}`);
