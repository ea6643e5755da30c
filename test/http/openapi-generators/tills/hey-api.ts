import { client } from './generated/hey-api/client.gen.ts';
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
} from './generated/hey-api/index.ts';
import { baseUrl, key, listed, present, sell } from './sale.ts';

client.setConfig({ baseUrl, auth: key });

await sell({
  signIn: async (username, password) => {
    const { data } = await signIn({ body: { username, password } });
    return present(data).access;
  },
  listTerminals: async (token) => {
    const { data } = await listTerminals({ auth: token });
    return present(data).results.map(({ id }) => id);
  },
  createInvoice: async (terminal, idempotencyKey) => {
    const { data } = await createInvoice({
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { terminal, reference: 'Receipt № 1/2', items: [{ name: 'Кава', price: 5500 }] },
    });
    return present(data);
  },
  findByReference: async (reference) => {
    const { data } = await listInvoices({ query: { reference } });
    return present(data).results;
  },
  refreshInvoice: async (id) => {
    const { data } = await refreshInvoice({ path: { id } });
    return present(data);
  },
  refund: async (id, amount) => {
    const { data } = await cancelInvoice({ path: { id }, body: { amount } });
    return present(data);
  },
  readReceipt: async (id) => {
    const { data } = await getInvoiceReceipt({ path: { id } });
    return present(data);
  },
  tryImport: async (csv) => {
    const { data } = await importProducts({ query: { dry_run: true }, body: new Blob([csv]) });
    return present(data).counts.new;
  },
  listEvents: async () => {
    const { data } = await listEvents({ query: { after: 0 } });
    return listed(present(data)).map(({ type }) => type);
  },
  readMissing: async (id) => {
    const { error } = await getInvoice({ path: { id } });
    return present(error).detail;
  },
});
