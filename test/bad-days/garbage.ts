import type { Call, Passed } from './gateway.ts';

/** Answers that no bank should give. */
export type Garbage = (requested: Call, honest: Passed) => Passed;

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = '<html><head><title>Welcome to the hotel</title></head><body>Accept the terms.</body></html>';

const text = (status: number, body: string, headers: Passed['headers'] = JSON_TYPE): Garbage => {
  return () => ({ status, headers, text: body });
};

/** For any request: no answer of the bank. */
const NOT_THE_BANK: Record<string, Garbage> = {
  'HTML as 200': text(200, HTML, { 'content-type': 'text/html' }),
  'HTML as JSON': text(200, HTML),
  'HTML as 502': text(502, HTML, { 'content-type': 'text/html' }),
  'HTML as 404': text(404, HTML, { 'content-type': 'text/html' }),
  'nothing as 503': text(503, ''),
  'a redirect': text(302, '', { location: '/trap' }),
  'a redirect for good': text(308, HTML, { location: '/trap' }),
  'an error without a code': text(400, '{"errText":"invalid"}'),
  'an error with a code of another type': text(400, '{"errCode":1001,"errText":"invalid"}'),
  'half of a JSON': text(200, '{"invoiceId": "p2_'),
  'two JSON': text(200, '{}{}'),
  'bytes that are no text': text(200, '\u0000\ufffd\u0001'),
  'a wait of thirty years': text(429, HTML, { 'retry-after': '999999999' }),
};

/** For any request: JSON, and so an answer, that says nothing about the request. */
const NOTHING_SAID: Record<string, Garbage> = {
  null: text(200, 'null'),
  'a list': text(200, '[]'),
  'a text': text(200, '"ok"'),
  'a number': text(200, '1'),
  'an error as 200': text(200, '{"errCode":"INTERNAL_ERROR","errText":"internal server error"}'),
};

export const NOT_AN_ANSWER: Record<string, Garbage> = { ...NOT_THE_BANK, ...NOTHING_SAID };

type Fields = Record<string, unknown>;

/** The honest answer with other fields. */
const mangled =
  (change: (honest: Fields) => Fields): Garbage =>
  (_asked, honest) => ({ ...honest, text: JSON.stringify(change(JSON.parse(honest.text))) });

/** The honest answer, said to be paid, with other fields. */
const paid = (change: (honest: Fields) => Fields): Garbage =>
  mangled((honest) => ({ ...honest, status: 'success', ...change(honest) }));

/** Of invoice/status: each says that it has been paid. */
export const NOT_THIS_INVOICE: Record<string, Garbage> = {
  'another invoice': paid(() => ({ invoiceId: 'p2_another' })),
  'no invoice': paid(() => ({ invoiceId: undefined })),
  'another amount': paid(({ amount }) => ({ amount: Number(amount) + 1 })),
  'a negative amount': paid(({ amount }) => ({ amount: -Number(amount), finalAmount: -Number(amount) })),
  'another currency': paid(() => ({ ccy: 840 })),
  'a text as amount': paid(({ amount }) => ({ amount: `${amount}` })),
  'a fraction': paid(({ amount }) => ({ amount: Number(amount) + 0.5 })),
  'a huge amount': paid(() => ({ amount: 1e300 })),
  'a huge final amount': paid(() => ({ finalAmount: Number.MAX_SAFE_INTEGER })),
  'a final amount above the amount': paid(({ amount }) => ({ finalAmount: Number(amount) + 1 })),
  'a negative final amount': paid(() => ({ finalAmount: -1 })),
  'an unknown status': paid(() => ({ status: 'paid' })),
  'a status of another type': paid(() => ({ status: ['success'] })),
  'a status in capitals': paid(() => ({ status: 'SUCCESS' })),
  'no time': paid(() => ({ modifiedDate: 'yesterday' })),
  'a number as time': paid(() => ({ modifiedDate: 1_700_000_000 })),
  'a refund of something': paid(() => ({ status: 'reversed', cancelList: {} })),
  'a refund of a negative amount': paid(() => ({ cancelList: [{ status: 'success', amount: -100 }] })),
  'an unknown state of a refund': paid(() => ({
    status: 'reversed',
    cancelList: [{ status: 'perhaps', amount: 100 }],
  })),
};

/** Of the statement as a whole. */
export const NOT_A_LIST: Record<string, Garbage> = {
  'an object as list': mangled(() => ({ list: {} })),
  'an error as list': mangled(({ list }) => ({ list, errCode: 'INTERNAL_ERROR' })),
};

/** Of invoice/create. */
export const NOT_AN_INVOICE: Record<string, Garbage> = {
  'no page': mangled(({ invoiceId }) => ({ invoiceId })),
  'no invoice': mangled(({ pageUrl }) => ({ pageUrl })),
  'an empty invoice': mangled(({ pageUrl }) => ({ pageUrl, invoiceId: '' })),
  numbers: mangled(() => ({ pageUrl: 1, invoiceId: 2 })),
};

/** Of invoice/cancel. */
export const NOT_A_REFUND: Record<string, Garbage> = {
  'an unknown status': mangled((honest) => ({ ...honest, status: 'done' })),
  'no status': mangled(() => ({})),
  'no time': mangled((honest) => ({ ...honest, modifiedDate: 'soon' })),
};

const OF_CALL: Record<string, Record<string, Garbage>> = {
  'invoice/status': NOT_THIS_INVOICE,
  statement: NOT_A_LIST,
  'invoice/create': NOT_AN_INVOICE,
  'invoice/cancel': NOT_A_REFUND,
};

/**
 * Every sort of garbage that fits a call, in turn: what is no JSON of the bank, or JSON that cannot be read. What is no JSON
 * comes in turn over all calls: of a gateway's own errors, which are no answer, never three follow each other.
 */
export const everyGarbage = (isAnswer: boolean) => {
  const turns = new Map<string, number>();
  return ({ path }: Call): Garbage => {
    const sorts = Object.values(isAnswer ? { ...NOTHING_SAID, ...OF_CALL[path] } : NOT_THE_BANK);
    const row = isAnswer ? path : '';
    const turn = turns.get(row) ?? 0;
    turns.set(row, turn + 1);
    return sorts[turn % sorts.length] as Garbage;
  };
};
