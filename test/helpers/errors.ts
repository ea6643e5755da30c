import { expect } from 'vitest';
import type { Refusal } from './client.ts';
import type { Shop } from './shop.ts';
import { withoutTrace } from './trace.ts';

/** The `errors` of a validation error, which is the answer to this request of the owner's and leaves no trace. */
export const errorsOf = async (shop: Shop, method: string, path: string, body?: unknown) => {
  const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>(method, path, { body }));
  expect([answer.status, answer.body.detail]).toEqual([400, 'Validation failed.']);
  return answer.body.errors;
};
