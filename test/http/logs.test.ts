import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { addTerminal, setTerminalToken } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import { IMPATIENT, PASSWORD, TALKATIVE } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const shop = await shopOfFile({ config: { ...IMPATIENT, ...TALKATIVE } });

const logged = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

test('a bank token, password, JWT or key never reaches a log', async () => {
  const { bank, owner, stranger, console: office, terminal } = shop;
  const { key } = createKey(office, { name: 'Каса', permissions: [], terminal: null, own_sales_only: false });
  const wrong = 'wrong-password-7431';
  const employeePassword = 'employee password 5512';
  const badToken = 'withdrawn-bank-token-9182';
  const secrets = new Set([
    PASSWORD,
    wrong,
    employeePassword,
    badToken,
    key.slice(3),
    ...bank.merchants.map(({ token }) => token),
  ]);

  const { body: pair } = await stranger.post<TokenPair>('auth/token/', {
    username: 'owner',
    password: PASSWORD,
  });
  const { body: renewed } = await stranger.post<TokenPair>('auth/token/refresh/', { refresh: pair.refresh });
  for (const jwt of [pair.access, pair.refresh, renewed.access]) secrets.add(jwt);
  // Failed sign-ins, and secrets in fields that take none.
  await stranger.post('auth/token/', { username: 'owner', password: wrong });
  await stranger.post('auth/token/', { username: wrong, password: wrong, extra: employeePassword });
  await stranger.send('POST', 'auth/token/', { raw: `{"username":"owner","password":"${PASSWORD}"` });
  await stranger.post('auth/token/verify/', { token: `${pair.access}x` });
  await stranger.get(`terminals/?token=${pair.access}&password=${wrong}`);
  await stranger.get(`terminals/${pair.access}/`);
  for (const path of [key, key.replace('_', '%5F'), `invoices/${key}/`, `x/?next=/a/${key}`])
    await stranger.get(path);
  await stranger.as(pair.refresh).get('terminals/');
  await owner.patch(`terminals/${terminal.id}/`, { token: badToken, name: 'x' });

  await shop.employee('clerk', ['can_view_invoices']);
  await updateEmployee(office, 'clerk', { password: employeePassword });
  secrets.add(await shop.signIn('clerk', employeePassword));
  const [, second] = bank.merchants;
  const other = await addTerminal(office, { name: 'Книги', token: second?.token ?? '' });
  await expect(addTerminal(office, { name: 'x', token: badToken })).rejects.toThrow();
  await expect(setTerminalToken(office, other.id, badToken)).rejects.toThrow();

  // A day at the counter, and all that can go wrong at the bank.
  await owner.post(`terminals/${terminal.id}/sync_registers/`);
  const invoice = await shop.createInvoice();
  bank.pay(invoice.invoice_id);
  await owner.post(`invoices/${invoice.id}/refresh/`);
  const kinds = [
    'hang',
    'reset',
    'half-body',
    'malformed-json',
    'internal-error',
    'bad-gateway',
    'unavailable',
    'gateway-timeout',
    'too-many-requests',
  ] as const;
  for (const kind of kinds) {
    for (const path of ['invoice/create', 'invoice/cancel', 'details', 'qr/list']) bank.fault({ kind, path });
    await owner.post('invoices/', { terminal: terminal.id, amount: 100 });
    await owner.post(`invoices/${invoice.id}/cancel/`, { amount: 1 });
    await owner.post(`terminals/${terminal.id}/sync_registers/`);
    await owner.post(`terminals/${terminal.id}/sync_registers/`);
    bank.clearFaults();
  }
  await office.vault.unlock();
  const sealed_token = office.vault.sealToken(other.id, badToken);
  office.db.run(build.updateTable('terminals').set({ sealed_token }).where('id', '=', other.id));
  await owner.post('invoices/', { terminal: other.id, amount: 100 });
  await shop.restart();
  await shop.owner.get('nothing/the-last-request/');

  const folder = join(shop.folder, 'logs');
  await vi.waitFor(() => expect(logged(folder)).toContain('the-last-request'));
  const text = logged(folder);
  // It is a log at debug level that did see the day.
  for (const reported of ['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY', 'TMR', 'FORBIDDEN', '/api/v1/auth/token/'])
    expect(text).toContain(reported);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encodeURIComponent(secret));
    expect(text).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  }
  expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+/);
  expect(text).not.toMatch(/Bearer (?!\*\*\*)/);
  expect(text).not.toContain('scrypt$');
});
