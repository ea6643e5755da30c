import { describe, expect, test } from 'vitest';
import { documentIsHere, judgeAnswer, judgeRequest } from '../bank/judge.ts';

const STATUS = '/api/merchant/invoice/status';
const CREATE = '/api/merchant/invoice/create';
const good = { invoiceId: 'p2_x', status: 'created', amount: 100, ccy: 980 };

// A judge that lets everything pass would make every other test here worthless.
describe.skipIf(!documentIsHere)(
  'the judge (skipped where the published document of the bank is missing)',
  () => {
    const answer = (status: number, body: unknown, path = STATUS) =>
      judgeAnswer(path === CREATE ? 'POST' : 'GET', path, status, JSON.stringify(body));

    test('passes what the document allows', () => {
      answer(200, { ...good, createdDate: '2026-03-02T10:00:00Z', finalAmount: 100 });
      answer(404, { errCode: 'NOT_FOUND', errText: 'x' });
      judgeAnswer('POST', '/api/merchant/invoice/remove', 200, '');
      judgeRequest('GET', `${STATUS}?invoiceId=p2_x`);
      judgeRequest('GET', '/api/merchant/statement?from=1&to=2');
      judgeRequest('POST', CREATE, { amount: 100, merchantPaymInfo: { metadata: { any: 'thing' } } });
    });

    test.each([
      [200, { ...good, amount: '100' }],
      [200, { ...good, amount: 1.5 }],
      [200, { ...good, status: 'paid' }],
      [200, { ...good, createdDate: 'yesterday' }],
      [200, { ...good, invented: 1 }],
      [200, { ...good, paymentInfo: { maskedPan: 'x' } }],
      [200, { ...good, cancelList: [{ status: 'success' }] }],
      [200, {}],
      [404, { errCode: 'FORBIDDEN', errText: 'x' }],
      [404, { errCode: 'NOT_FOUND' }],
      [418, { errCode: 'NOT_FOUND', errText: 'x' }],
    ])('complains about the answer %i %j', (status, body) => {
      expect(() => answer(status, body)).toThrow("by the bank's document");
    });

    test('complains about an empty answer where there should be one, and about no JSON', () => {
      expect(() => judgeAnswer('GET', STATUS, 200, '')).toThrow('empty');
      expect(() => judgeAnswer('GET', STATUS, 200, '<html>')).toThrow('not JSON');
    });

    const line = { name: 'x', qty: 1, sum: 1, code: '1' };
    test.each([
      [{}],
      [{ amount: 1.5 }],
      [{ amount: 1, amountt: 2 }],
      [{ amount: 1, paymentType: 'later' }],
      [{ amount: 1, merchantPaymInfo: { destination: 'x'.repeat(281) } }],
      [{ amount: 1, merchantPaymInfo: { basketOrder: [{ ...line, code: undefined }] } }],
      [{ amount: 1, merchantPaymInfo: { basketOrder: [{ ...line, price: 1 }] } }],
      [{ amount: 1, merchantPaymInfo: { basketOrder: [{ ...line, discounts: [{ type: 'DISCOUNT' }] }] } }],
      [{ amount: 1, merchantPaymInfo: { discounts: [{ type: 'DISCOUNT', mode: 'VALUE', value: 0.005 }] } }],
      [
        {
          amount: 1,
          merchantPaymInfo: { metadata: Object.fromEntries('abcdefghijk'.split('').map((k) => [k, k])) },
        },
      ],
    ])('complains about the request %j', (body) => {
      const sent = JSON.parse(JSON.stringify(body));
      expect(() => judgeRequest('POST', CREATE, sent)).toThrow("by the bank's document");
    });

    test('complains about a missing or misspelt query parameter, or an unknown call', () => {
      expect(() => judgeRequest('GET', STATUS)).toThrow('?invoiceId: missing');
      expect(() => judgeRequest('GET', `${STATUS}?invoiceId=x&id=y`)).toThrow('?id');
      expect(() => judgeRequest('GET', '/api/merchant/statement?from=today')).toThrow('?from');
      expect(() => judgeRequest('GET', '/api/merchant/nothing')).toThrow('does not know');
      expect(() => judgeRequest('GET', '/api/merchant/details', {})).toThrow('takes none');
    });
  },
);
