import { expect, vi } from 'vitest';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { AttemptKind } from '../../shared/api/statuses.ts';
import type { Client, Refusal } from './client.ts';
import type { Shop } from './shop.ts';
import { rowsOf } from './trace.ts';

/** POST invoices/ at the shop's terminal under a key. */
export const createUnder = (shop: Shop, key: string, body: object, client: Client = shop.owner) =>
  client.post<Invoice & Refusal>(
    'invoices/',
    { terminal: shop.terminal.id, ...body },
    { headers: { 'Idempotency-Key': key } },
  );

/** The owner, signed in again: an access token is valid for one hour of the service's clock. */
export const freshOwner = async (shop: Shop): Promise<Client> => shop.stranger.as(await shop.signIn('owner'));

/** Registers of the shop's terminal by short QR id, synchronised from the bank. */
export const syncedRegisters = async (
  shop: Shop,
  client = shop.owner,
): Promise<Map<string, CashRegister>> => {
  await client.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const { body } = await client.get<Page<CashRegister>>(`cash-registers/?terminal=${shop.terminal.id}`);
  return new Map(body.results.map((register) => [register.short_qr_id, register]));
};

/** Requests that the bank has received under a path of the merchant interface. */
export const requested = (shop: Shop, path: string) =>
  shop.bank.requests.filter((request) => request.path === `/api/merchant/${path}`);

/** Waits until the bank has received that many requests under a path. */
export const untilRequested = (shop: Shop, path: string, times: number) =>
  vi.waitFor(
    () => {
      if (requested(shop, path).length < times) throw new Error(`${path} was not asked ${times} times.`);
    },
    { interval: 5 },
  );

/** The invoices that this installation opened at the bank, newest last. */
const opened = (shop: Shop) => shop.bank.invoices().map(({ invoiceId }) => invoiceId);

type AttemptOf = Record<string, unknown>;

/** The journal's rows of a kind with the Idempotency-Key that each came under, oldest first. */
export const attempts = (shop: Shop, kind: AttemptKind = 'create') => {
  const keys = new Map(rowsOf(shop, 'idempotency_keys').map(({ attempt_id, key }) => [attempt_id, key]));
  return rowsOf(shop, 'attempts')
    .filter((row) => row.kind === kind)
    .map((row) => ({ ...row, idempotency_key: keys.get(row.id) ?? null }) as AttemptOf);
};

/**
 * A creation whose answer is lost: the connection breaks before the bank acts, or after it. Returns the bank's id of
 * the invoice that Kramar does not know, or "" when there is none.
 */
export const lostCreation = async (
  shop: Shop,
  key: string,
  body: object,
  acts = true,
  client = shop.owner,
): Promise<string> => {
  const before = new Set(opened(shop));
  shop.bank.fault({ kind: 'reset', acts, path: 'invoice/create' });
  const answer = await createUnder(shop, key, body, client);
  expect(answer.status, answer.text).toBe(502);
  expect(answer.body.err_code).toBe('UNREACHABLE');
  expect(attempts(shop).at(-1)).toMatchObject({ status: 'in_doubt', idempotency_key: key });
  return opened(shop).find((id) => !before.has(id)) ?? '';
};
