import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';
import { baseUrl, key, listed, present, sell } from './sale.ts';

const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

await sell({
  signIn: async (username, password) => {
    const { data } = await api.POST('/auth/token/', { body: { username, password } });
    return present(data).access;
  },
  listTerminals: async (token) => {
    const { data } = await api.GET('/terminals/', { headers: { Authorization: `Bearer ${token}` } });
    return present(data).results.map(({ id }) => id);
  },
  createInvoice: async (terminal, idempotencyKey) => {
    const { data } = await api.POST('/invoices/', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { terminal, reference: 'Receipt № 1/2', items: [{ name: 'Кава', price: 5500 }] },
    });
    return present(data);
  },
  findByReference: async (reference) => {
    const { data } = await api.GET('/invoices/', { params: { query: { reference } } });
    return present(data).results;
  },
  refreshInvoice: async (id) => {
    const { data } = await api.POST('/invoices/{id}/refresh/', { params: { path: { id } } });
    return present(data);
  },
  refund: async (id, amount) => {
    const { data } = await api.POST('/invoices/{id}/cancel/', { params: { path: { id } }, body: { amount } });
    return present(data);
  },
  readReceipt: async (id) => {
    const { data } = await api.GET('/invoices/{id}/receipt/', { params: { path: { id } }, parseAs: 'blob' });
    return present(data);
  },
  tryImport: async (csv) => {
    const { data } = await api.POST('/catalog/products/import/', {
      params: { query: { dry_run: true } },
      headers: { 'Content-Type': 'text/csv' },
      body: csv,
      bodySerializer: (body) => body,
    });
    return present(data).counts.new;
  },
  listEvents: async () => {
    const { data } = await api.GET('/events/', { params: { query: { after: 0 } } });
    return listed(present(data)).map(({ type }) => type);
  },
  readMissing: async (id) => {
    const { error } = await api.GET('/invoices/{id}/', { params: { path: { id } } });
    return present(error).detail;
  },
});
