import { expect } from 'vitest';
import type { System } from '../../shared/api/system.ts';
import type { Gateway } from '../bad-days/gateway.ts';
import { reply } from '../bad-days/gateway.ts';
import type { Shop } from './shop.ts';

export type Fields = Record<string, unknown>;
/** Makes one record of the bank unreadable, or restores it. */
export type Spoil = (record: Fields) => unknown;

/** A refund, sound in either list of the bank. */
const REFUND: Fields = { status: 'success', amount: 1, date: '2026-03-01T10:00:00Z' };

/** The record with another value at a path; what is absent on the way is created. */
export const withValue = (record: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (name === '0') return [withValue((record as unknown[] | null)?.[0] ?? REFUND, rest, value)];
  const fields = (record ?? {}) as Fields;
  return { ...fields, [name]: withValue(fields[name], rest, value) };
};

/** Changes the bank's reports of single invoices, by their ids, in invoice/status and in the statement. */
export const poison = (gateway: Gateway, spoilt: Partial<Record<string, { status?: Spoil; line?: Spoil }>>) =>
  gateway.rule(async (call, pass, response) => {
    const honest = await pass();
    if (honest.status !== 200) return reply(response, honest);
    if (call.path === 'invoice/status') {
      const spoil = spoilt[call.query.get('invoiceId') ?? '']?.status;
      return reply(
        response,
        spoil ? { ...honest, text: JSON.stringify(spoil(JSON.parse(honest.text))) } : honest,
      );
    }
    if (call.path !== 'statement') return reply(response, honest);
    const { list } = JSON.parse(honest.text) as { list: Fields[] };
    const lines = list.map((line) => {
      const spoil = spoilt[String(line.invoiceId)]?.line;
      return spoil ? spoil(line) : line;
    });
    return reply(response, { ...honest, text: JSON.stringify({ list: lines }) });
  });

/** The unreadable records that `system/` lists. */
export const unreadableOf = async (shop: Shop): Promise<System['unreadable']> => {
  const answer = await shop.owner.get<System>('system/');
  expect(answer.status, answer.text).toBe(200);
  return answer.body.unreadable;
};
