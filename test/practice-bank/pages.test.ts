import { expect, test } from 'vitest';
import { rawRequest } from '../helpers/raw.ts';
import {
  callerOf,
  createInvoice,
  merchantOf,
  openStillBank,
  registerOf,
  startBank,
  submit,
} from './setup.ts';

const CARD = { pan: '4444 0311 1112 1902', expiry: '12/30', cvv: '123' };

async function open(url: string) {
  const answer = await fetch(url);
  return { status: answer.status, url: answer.url, headers: answer.headers, text: await answer.text() };
}

async function invoicePage(fields: Record<string, unknown> = {}) {
  const bank = await startBank();
  const invoiceId = await createInvoice(callerOf(bank), fields);
  const path = `/pay/${invoiceId}`;
  return { bank, invoiceId, path, url: bank.url + path };
}

test('shows the merchant, the sum and the purpose, and that no money moves', async () => {
  const tenth = { type: 'DISCOUNT', mode: 'PERCENT', value: 10 };
  const packing = { type: 'EXTRA_CHARGE', mode: 'VALUE', value: 1.5 };
  const basketOrder = [
    { name: 'Лате', qty: 1.5, sum: 100_000, code: '1', unit: 'кг' },
    { name: 'Круасан', qty: 2, sum: 5000, code: '2', discounts: [tenth, packing] },
  ];
  const info = { destination: 'Кава з собою', reference: 'INV-000007', basketOrder };
  const { url } = await invoicePage({ amount: 123_450, merchantPaymInfo: info });
  const { status, headers, text } = await open(url);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('no-store');
  const csp = headers.get('content-security-policy');
  expect(csp).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(text).not.toMatch(/<script|<img|<link|https?:\/\//);
  for (const part of [
    ...['Навчальний банк', 'Кав’ярня «Зерно»', 'Кава з собою', 'INV-000007', 'name="viewport"'],
    ...['Сплатити 1\u00a0234,50\u00a0₴', '1,5 кг × 1\u00a0000,00\u00a0₴', '1\u00a0500,00\u00a0₴'],
    ...['знижка 10 %, надбавка 1,50\u00a0₴', '91,50\u00a0₴'],
  ])
    expect(text).toContain(part);
});

test('speaks the language of the browser until the payer switches, through every page', async () => {
  const { bank, invoiceId, url, path } = await invoicePage();
  const inLanguage = async (address: string, headers: Record<string, string>) => {
    const answer = await fetch(address, { headers, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const english = { 'accept-language': 'en-GB,en;q=0.9,uk;q=0.5' };
  for (const headers of [{ 'accept-language': 'uk' }, { 'accept-language': 'pl' }])
    expect((await inLanguage(url, headers)).text).toMatch(/<html lang="uk">[\s\S]*Сплатити 340,00/);
  const page = await inLanguage(url, english);
  expect(page.text).toMatch(/<html lang="en">[\s\S]*Pay 340,00/);
  expect(page.text).not.toMatch(/Навчальний|Сплатити|Картк|Відхилити/);
  expect(page.headers.get('vary')).toContain('Accept-Language');

  const [, other = ''] = /href="([^"]+)" lang="uk"/.exec(page.text) ?? [];
  const switched = await inLanguage(bank.url + other, english);
  expect([switched.status, switched.headers.get('location')]).toEqual([303, path]);
  const cookie = switched.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await inLanguage(url, { ...english, cookie })).text).toContain('Сплатити 340,00');

  const faulty = await submit(bank, `${path}/pay`, { ...CARD, pan: '1' }, english);
  expect([faulty.status, faulty.text]).toEqual([422, expect.stringContaining('Check the card number')]);
  bank.decline(invoiceId, '59');
  expect((await inLanguage(url, english)).text).toMatch(
    /The payment was declined[\s\S]*Not enough money on the card/,
  );
  expect((await inLanguage(`${bank.url}/pay/nothing`, english)).text).toContain('There is no such page');
});

test('escapes everything that the merchant sent', async () => {
  const nasty = '<script>alert("1")</script>\'&';
  const basketOrder = [{ name: nasty, qty: 1, sum: 1, code: nasty, unit: nasty }];
  const info = { destination: nasty, reference: nasty, basketOrder };
  const { url } = await invoicePage({ merchantPaymInfo: info });
  const { text } = await open(url);
  expect(text).not.toContain('<script');
  expect(text.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;')).toHaveLength(5);
});

test('an invalid card number is reported on the page, which keeps and escapes what was typed', async () => {
  const { bank, invoiceId, path } = await invoicePage();
  const typed = { pan: '4444 0311 1112 1903', expiry: '13/30', cvv: '"><b>' };
  const { status, text } = await submit(bank, `${path}/pay`, typed);
  expect(status).toBe(422);
  expect(text).toContain('value="4444 0311 1112 1903"');
  expect(text).toContain('value="13/30"');
  expect(text).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(3);
  expect(bank.invoice(invoiceId)?.status).toBe('created');
  expect((await submit(bank, `${path}/pay`, {})).status).toBe(422);
  expect((await open(`${bank.url}${path}/pay`)).url).toBe(`${bank.url}${path}?again`);
});

test('paid: says so, links back to the shop, and cannot be paid twice', async () => {
  const { bank, invoiceId, path, url } = await invoicePage({
    redirectUrl: 'https://shop.example/done?a=1&b=2',
  });
  const paid = await submit(bank, `${path}/pay`, CARD);
  expect([paid.status, paid.url]).toEqual([200, `${url}?paid`]);
  const { payment } = bank.invoice(invoiceId) ?? {};
  const link = 'href="https://shop.example/done?a=1&amp;b=2"';
  for (const part of ['Сплачено 340,00\u00a0₴', '444403******1902', link, payment?.rrn])
    expect(paid.text).toContain(part);
  const again = await submit(bank, `${path}/pay`, CARD);
  expect([again.status, bank.invoice(invoiceId)?.payment]).toEqual([409, payment]);
  expect(again.text).toContain('Рахунок уже сплачено');
  expect((await submit(bank, `${path}/decline`, { errCode: '59' })).status).toBe(409);
  expect((await open(url)).text).toContain('Рахунок уже сплачено');
});

test('declined with the reason chosen, then tried again with the practice card', async () => {
  const { bank, invoiceId, path, url } = await invoicePage();
  const declined = await submit(bank, `${path}/decline`, { errCode: '61' });
  expect(declined.text).toContain('Оплату відхилено');
  expect(declined.text).toContain('На картці перевищено інтернет-ліміт');
  expect(bank.invoice(invoiceId)).toMatchObject({ status: 'failure', errCode: '61' });
  expect(declined.text).toContain(`href="${path}?again"`);
  expect((await open(`${url}?again`)).text).toContain('Сплатити 340,00');
  const filled = (await submit(bank, `${path}/pay`, { fill: 'practice' })).text;
  const [, pan = ''] = /name="pan" value="([\d ]+)"/.exec(filled) ?? [];
  expect((await submit(bank, `${path}/pay`, { ...CARD, pan })).text).toContain('Сплачено');
});

test('every other end has its page', async () => {
  const { clock, bank, call } = await openStillBank();
  const page = async (invoiceId: string) => (await open(`${bank.url}/pay/${invoiceId}`)).text;
  const [removed = '', processing = '', held = '', refunded = '', expired = ''] = await Promise.all(
    Array.from({ length: 5 }, () => createInvoice(call, { validity: 60 })),
  );
  await call('POST', 'invoice/remove', { invoiceId: removed });
  bank.processing(processing);
  bank.hold(held);
  bank.pay(refunded);
  bank.refund(refunded);
  clock.forward(60);
  for (const [invoiceId, words] of [
    [removed, 'Рахунок скасовано'],
    [processing, 'Платіж обробляється'],
    [held, 'Суму заблоковано'],
    [refunded, 'Кошти повернено'],
    [expired, 'Строк дії рахунку минув'],
  ] as const)
    expect(await page(invoiceId)).toContain(words);
  const late = await submit(bank, `/pay/${expired}/pay`, CARD);
  expect([late.status, bank.invoice(expired)?.status]).toEqual([409, 'expired']);
  const unknown = await open(`${bank.url}/pay/p2_nobody`);
  expect([unknown.status, unknown.text.includes('Такої сторінки немає')]).toEqual([404, true]);
  expect((await submit(bank, '/pay/p2_nobody/pay', CARD)).status).toBe(404);
  expect((await submit(bank, '/pay/p2_nobody/decline', {})).status).toBe(404);
});

test('a register of the merchant leads to the invoice on it, or says that there is none', async () => {
  const bank = await startBank();
  const register = registerOf(merchantOf(bank), 'merchant');
  expect((await open(register.pageUrl)).text).toContain('Суму ще не встановлено');
  const invoiceId = await createInvoice(callerOf(bank), { qrId: register.qrId });
  expect((await open(register.pageUrl)).url).toBe(`${bank.url}/pay/${invoiceId}`);
  expect((await open(`${bank.url}/qr/NONE`)).status).toBe(404);
  expect((await submit(bank, `/qr/${register.shortQrId}/pay`, CARD)).status).toBe(404);
});

test('at a register of the client the payer names the amount', async () => {
  const bank = await startBank();
  const { pageUrl, shortQrId } = registerOf(merchantOf(bank), 'client');
  expect((await open(pageUrl)).text).toContain('name="amount"');
  for (const amount of ['', '0', '-5', '1,234', 'багато']) {
    const wrong = await submit(bank, `/qr/${shortQrId}/pay`, { ...CARD, amount });
    expect([wrong.status, wrong.text.includes('Сума в гривнях')]).toEqual([422, true]);
  }
  const filled = await submit(bank, `/qr/${shortQrId}/pay`, { amount: '1 234,5', fill: 'practice' });
  expect(filled.status).toBe(200);
  expect(filled.text).toContain('value="1 234,5"');
  expect(bank.invoices()).toEqual([]);
  const paid = await submit(bank, `/qr/${shortQrId}/pay`, { ...CARD, amount: '1 234,5' });
  expect(paid.text).toContain('Сплачено 1\u00a0234,50\u00a0₴');
  expect(bank.invoices()).toMatchObject([{ status: 'success', amount: 123_450, shortQrId }]);
});

test('at a fixed register the amount is fixed', async () => {
  const bank = await startBank();
  const { pageUrl, shortQrId } = registerOf(merchantOf(bank), 'fix');
  const { text } = await open(pageUrl);
  expect(text).toContain('Сплатити 45,00\u00a0₴');
  expect(text).not.toContain('name="amount"');
  expect((await open(`${pageUrl}/pay`)).url).toBe(pageUrl);
  await submit(bank, `/qr/${shortQrId}/pay`, { ...CARD, amount: '1' });
  expect(bank.invoices()).toMatchObject([{ amount: 4500 }]);
});

const statusFor = async (url: string, headers: Record<string, string>) =>
  (await rawRequest(url, { headers })).status;

test('pages and controls answer only this machine and their own pages', async () => {
  const { bank, url, path } = await invoicePage();
  const controls = `${bank.url}/practice/invoices`;
  for (const each of [url, controls]) {
    expect(await statusFor(each, { host: 'bank.example:80' })).toBe(403);
    expect(await statusFor(each, { host: '127.0.0.1.evil.example' })).toBe(403);
    expect(await statusFor(each, { origin: 'https://evil.example' })).toBe(403);
    expect(await statusFor(each, { origin: 'null' })).toBe(403);
    expect(await statusFor(each, { host: 'localhost:80', origin: 'http://localhost:80' })).toBe(200);
    expect(await statusFor(each, { host: '[::1]:80' })).toBe(200);
  }
  const foreign = await submit(bank, `${path}/pay`, CARD, { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect(bank.invoices()).toMatchObject([{ status: 'created' }]);
});
