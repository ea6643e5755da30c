import { expect } from 'vitest';
import type { Answer, Refusal } from './client.ts';
import type { Shop } from './shop.ts';
import { withoutTrace } from './trace.ts';

const HEADERS = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'];

/** The headers of every answer. */
export const usualHeaders = ({ headers, status }: Answer) => {
  for (const name of HEADERS) expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/./)]);
  expect(headers.get('content-type')).toBe(status === 204 ? null : 'application/json; charset=utf-8');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
};

/** A refusal that leaves no trace, word for word. */
export const refusalOf = async (
  shop: Shop,
  request: () => Promise<Answer<Refusal>>,
  status: number,
  body: object,
): Promise<Answer<Refusal>> => {
  const answer = await withoutTrace(shop, request);
  expect([answer.status, answer.body]).toEqual([status, body]);
  usualHeaders(answer);
  return answer;
};
