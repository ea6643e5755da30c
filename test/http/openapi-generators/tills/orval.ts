import {
  cancelInvoice,
  createInvoice,
  getInvoice,
  getInvoiceReceipt,
  importProducts,
  listEvents,
  listInvoices,
  listTerminals,
  refreshInvoice,
  signIn,
} from './generated/orval.ts';
import { listed, sell } from './sale.ts';

/** The data of the answer that has this status. */
const expectStatus = <Answer extends { status: number; data: unknown }, Status extends Answer['status']>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status }>['data'] => {
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.data)}`);
  return answer.data;
};

await sell({
  signIn: async (username, password) => expectStatus(await signIn({ username, password }), 200).access,
  listTerminals: async (token) => {
    const answer = await listTerminals(undefined, { headers: { Authorization: `Bearer ${token}` } });
    return expectStatus(answer, 200).results.map(({ id }) => id);
  },
  createInvoice: async (terminal, idempotencyKey) => {
    const sale = { terminal, reference: 'Receipt № 1/2', items: [{ name: 'Кава', price: 5500 }] };
    return expectStatus(await createInvoice(sale, { headers: { 'Idempotency-Key': idempotencyKey } }), 201);
  },
  findByReference: async (reference) => expectStatus(await listInvoices({ reference }), 200).results,
  refreshInvoice: async (id) => expectStatus(await refreshInvoice(id), 200),
  refund: async (id, amount) => expectStatus(await cancelInvoice(id, { amount }), 200),
  readReceipt: async (id) => expectStatus(await getInvoiceReceipt(id), 200),
  tryImport: async (csv) =>
    expectStatus(await importProducts(new Blob([csv]), { dry_run: true }), 200).counts.new,
  listEvents: async () => listed(expectStatus(await listEvents({ after: 0 }), 200)).map(({ type }) => type),
  readMissing: async (id) => expectStatus(await getInvoice(id), 404).detail,
});
