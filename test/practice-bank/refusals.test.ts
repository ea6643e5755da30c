import { expect, test } from 'vitest';
import { type Call, callerOf, createInvoice, merchantOf, openBank, registerOf, startBank } from './setup.ts';

const refusal = async (call: Call, method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, body);
  return `${answer.status} ${answer.body.errCode}: ${answer.body.errText}`;
};

test('an unknown path, a wrong method, a wrong and a missing token', async () => {
  const { bank, call } = await openBank();
  expect(await refusal(call, 'GET', 'nothing')).toBe('404 NOT_FOUND: unknown path');
  expect(await refusal(call, 'GET', 'details/')).toBe('404 NOT_FOUND: unknown path');
  expect(await refusal(call, 'DELETE', 'details')).toBe('405 METHOD_NOT_ALLOWED: Method not allowed');
  expect(await refusal(call, 'GET', 'invoice/create')).toBe('405 METHOD_NOT_ALLOWED: Method not allowed');
  expect(await refusal(callerOf(bank, 'wrong'), 'GET', 'details')).toBe('403 FORBIDDEN: forbidden');
  expect(await refusal(callerOf(bank, ''), 'GET', 'details')).toBe("400 BAD_REQUEST: empty 'X-Token'");
  const bare = await fetch(`${bank.url}/api`);
  expect([bare.status, await bare.json()]).toEqual([404, { errCode: 'NOT_FOUND', errText: 'unknown path' }]);
});

const line = { name: 'Лате', qty: 1, sum: 100, code: '1' };
const info = (fields: object) => ({ amount: 100, merchantPaymInfo: fields });
const basket = (fields: object) => info({ basketOrder: [{ ...line, ...fields }] });
const LINE = 'merchantPaymInfo.basketOrder.0';
const discount = (fields: object) =>
  basket({ discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: 5, ...fields }] });
const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`key${at}`, 'x']));

test.each([
  [{}, 'BAD_REQUEST', "empty 'amount'"],
  [{ amount: 0 }, 'BAD_REQUEST', "invalid 'amount'"],
  [{ amount: 1.5 }, 'BAD_REQUEST', "invalid 'amount'"],
  [{ amount: 2 ** 60 }, 'BAD_REQUEST', "invalid 'amount'"],
  [{ amount: 100, ccy: 'UAH' }, 'BAD_REQUEST', "invalid 'ccy'"],
  [{ amount: 100, validity: 0 }, 'BAD_REQUEST', "invalid 'validity'"],
  [{ amount: 100, paymentType: 'verification' }, 'BAD_REQUEST', "invalid 'paymentType'"],
  [{ amount: 100, redirectUrl: 'javascript:alert(1)' }, 'BAD_REQUEST', "invalid 'redirectUrl'"],
  [{ amount: 100, webHookUrl: 'nowhere' }, 'BAD_REQUEST', "invalid 'webHookUrl'"],
  [{ amount: 100, qrId: '' }, 'BAD_REQUEST', "empty 'qrId'"],
  [info({ destination: 'x'.repeat(281) }), 'INVALID_MERCHANT_PAYM_INFO', /destination/],
  [info({ metadata: { tag: 1 } }), 'INVALID_MERCHANT_PAYM_INFO', "invalid 'merchantPaymInfo.metadata.tag'"],
  [info({ metadata: eleven }), 'INVALID_MERCHANT_PAYM_INFO', "invalid 'merchantPaymInfo.metadata'"],
  [info({ customerEmails: ['a@b.c', 'a@b.c'] }), 'INVALID_MERCHANT_PAYM_INFO', /customerEmails/],
  [basket({ name: undefined }), 'INVALID_MERCHANT_PAYM_INFO', "empty 'merchantPaymInfo.basketOrder.0.name'"],
  [basket({ qty: 0 }), 'INVALID_MERCHANT_PAYM_INFO', "invalid 'merchantPaymInfo.basketOrder.0.qty'"],
  [basket({ sum: 1.5 }), 'INVALID_MERCHANT_PAYM_INFO', "invalid 'merchantPaymInfo.basketOrder.0.sum'"],
  [discount({ value: 0.005 }), 'INVALID_MERCHANT_PAYM_INFO', `invalid '${LINE}.discounts.0.value'`],
  [discount({ type: 'GIFT' }), 'INVALID_MERCHANT_PAYM_INFO', `invalid '${LINE}.discounts.0.type'`],
])('invoice/create refuses %j', async (body, errCode, errText) => {
  const bank = await startBank();
  const refused = await refusal(callerOf(bank), 'POST', 'invoice/create', body);
  const reported = errText instanceof RegExp ? errText.exec(refused)?.input.split(': ')[1] : errText;
  expect(refused).toBe(`400 ${errCode}: ${reported}`);
  expect(bank.invoices()).toEqual([]);
});

test('280 characters and ten tags are still valid', async () => {
  const call = callerOf(await startBank());
  const { key0: _, ...ten } = eleven;
  const fields = { destination: 'ї'.repeat(280), comment: 'ї'.repeat(280), metadata: ten };
  expect((await call('POST', 'invoice/create', info(fields))).status).toBe(200);
});

test('a body that is no JSON, or none at all', async () => {
  const bank = await startBank();
  const { token } = merchantOf(bank);
  const send = async (type: string, body: string) => {
    const url = `${bank.url}/api/merchant/invoice/create`;
    const headers = { 'X-Token': token, 'content-type': type };
    const answer = await fetch(url, { method: 'POST', headers, body });
    return [answer.status, await answer.json()];
  };
  const refused = (errText: string) => [400, { errCode: 'BAD_REQUEST', errText }];
  expect(await send('application/json', '{"amount":')).toEqual(refused("invalid 'body'"));
  expect(await send('text/plain', '{"amount":100}')).toEqual(refused("empty 'body'"));
});

test('a missing object has another error than a missing or misspelt parameter', async () => {
  const { call } = await openBank();
  const unknown = "404 NOT_FOUND: invalid 'invoiceId'";
  expect(await refusal(call, 'GET', 'invoice/status')).toBe("400 BAD_REQUEST: empty 'invoiceId'");
  expect(await refusal(call, 'GET', 'invoice/status?invoiceId=')).toBe("400 BAD_REQUEST: empty 'invoiceId'");
  expect(await refusal(call, 'GET', 'invoice/status?invoiceId=p2_no')).toBe(unknown);
  expect(await refusal(call, 'GET', 'invoice/receipt?invoiceId=p2_no')).toBe(unknown);
  expect(await refusal(call, 'GET', 'invoice/fiscal-checks?invoiceId=p2_no')).toBe(unknown);
  for (const path of ['invoice/cancel', 'invoice/remove', 'invoice/finalize']) {
    expect(await refusal(call, 'POST', path, { invoiceId: 'p2_no', amount: 1 })).toBe(unknown);
    expect(await refusal(call, 'POST', path, {})).toBe("400 BAD_REQUEST: empty 'invoiceId'");
  }
  expect(await refusal(call, 'GET', 'qr/details?qrId=no')).toBe("404 NOT_FOUND: invalid 'qrId'");
  expect(await refusal(call, 'POST', 'qr/reset-amount', { qrId: 'no' })).toBe(
    "404 NOT_FOUND: invalid 'qrId'",
  );
  expect(await refusal(call, 'POST', 'invoice/create', { amount: 1, qrId: 'no' })).toBe(
    "404 NOT_FOUND: invalid 'qrId'",
  );
  expect(await refusal(call, 'POST', 'invoice/create', { amount: 1, code: 'no' })).toBe(
    "404 NOT_FOUND: invalid 'code'",
  );
});

test('an invoice and a register belong to the merchant of the token', async () => {
  const bank = await startBank();
  const [mine, theirs] = [callerOf(bank), callerOf(bank, merchantOf(bank, 1).token)];
  const invoiceId = await createInvoice(mine);
  bank.pay(invoiceId);
  expect((await theirs('GET', `invoice/status?invoiceId=${invoiceId}`)).body.errCode).toBe('NOT_FOUND');
  expect((await theirs('POST', 'invoice/cancel', { invoiceId })).body.errCode).toBe('NOT_FOUND');
  const { qrId } = registerOf(merchantOf(bank), 'merchant');
  expect((await theirs('POST', 'invoice/create', { amount: 100, qrId })).body.errCode).toBe('NOT_FOUND');
  expect((await theirs('GET', 'statement?from=0&to=1')).body).toEqual({ list: [] });
  expect(bank.invoice(invoiceId)?.status).toBe('success');
});
