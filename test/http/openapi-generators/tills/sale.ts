/** The sale that each generated client makes; a client is wrapped in a `Till`, with the types it generated. */

interface Sale {
  id: number;
  status: string;
  invoice_id: string;
  amount: number;
  final_amount: number | null;
}

export interface Till {
  signIn(username: string, password: string): Promise<string>;
  /** The ids. */
  listTerminals(token: string): Promise<number[]>;
  /** With the two fields that an item needs, and none that has a default. */
  createInvoice(terminal: number, idempotencyKey: string): Promise<Sale>;
  findByReference(reference: string): Promise<Sale[]>;
  refreshInvoice(id: number): Promise<Sale>;
  refund(id: number, amount: number): Promise<Sale>;
  /** A binary answer. */
  readReceipt(id: number): Promise<Blob>;
  /** A binary body: what would be new in the catalog. */
  tryImport(csv: string): Promise<number>;
  /** The types of the events so far; the operation answers with a stream, too. */
  listEvents(): Promise<string[]>;
  /** The `detail` of the refusal that an unknown id meets. */
  readMissing(id: number): Promise<string>;
}

/** What a till is started with. */
export const baseUrl = process.env.KRAMAR_API ?? '';
export const key = process.env.KRAMAR_KEY ?? '';
const { KRAMAR_USER = '', KRAMAR_PASSWORD = '' } = process.env;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Unwraps an answer whose type allows for none. */
export const present = <Value>(value: Value | null | undefined): Value => {
  if (value === undefined || value === null) throw new Error('There is no answer.');
  return value;
};

/** The records of an answer that could also be a stream, by what was accepted. */
export const listed = <Item>(answer: string | { results: Item[] }): Item[] => {
  if (typeof answer === 'string') throw new Error('The answer is a stream.');
  return answer.results;
};

/** Sells, waits until the test has paid at the bank, refunds a part, and prints what it saw. */
export const sell = async (till: Till): Promise<void> => {
  const token = await till.signIn(KRAMAR_USER, KRAMAR_PASSWORD);
  const [terminal] = await till.listTerminals(token);
  const created = await till.createInvoice(present(terminal), 'generated-1');
  const repeated = await till.createInvoice(present(terminal), 'generated-1');
  process.stdout.write(`${created.invoice_id}\n`);
  let paid = created;
  while (paid.status !== 'success') {
    await pause(100);
    paid = await till.refreshInvoice(created.id);
  }
  const found = await till.findByReference('Receipt № 1/2');
  const refunded = await till.refund(created.id, 1000);
  const receipt = await till.readReceipt(created.id);
  const result = {
    isSame: repeated.id === created.id,
    found: found.map(({ id }) => id === created.id),
    amount: created.amount,
    left: refunded.final_amount,
    receipt: (await receipt.text()).slice(0, 5),
    imported: await till.tryImport('Назва;Ціна\nЧай зелений;45,00\n'),
    events: (await till.listEvents()).slice(0, 2),
    missing: await till.readMissing(999_999),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
};
