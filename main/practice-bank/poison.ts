import * as v from 'valibot';
import { type Alteration, alterationSchema, alterBody } from './alterations.ts';
import { POISON_KINDS, PRESETS } from './poison-presets.ts';

/**
 * Alters all answers about one invoice in the same way until it is healed; all others stay correct. The ledger itself
 * stays correct too: money moves as usual, and a healed invoice reads as before.
 */
export const poisonSchema = v.pipe(
  v.strictObject({
    /** A preset; the fields below override it. */
    kind: v.optional(v.picklist(POISON_KINDS)),
    /** For invoice/status and the webhook. */
    status: v.optional(alterationSchema),
    /** For its line in the statement. */
    line: v.optional(alterationSchema),
    /** For invoice/fiscal-checks. */
    checks: v.optional(alterationSchema),
    /** For the answers to invoice/cancel. */
    cancel: v.optional(alterationSchema),
    /** Replaces its line in the statement: null, a string, a number … */
    lineIs: v.optional(v.unknown()),
    /** How often its line appears in the statement. */
    lines: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10))),
  }),
  v.check((poison) => Object.keys(poison).length > 0, 'nothing to change'),
);
export type Poison = v.InferInput<typeof poisonSchema>;

type Part = 'status' | 'line' | 'checks' | 'cancel';

function alterations(poison: Poison, part: Part): Alteration[] {
  const own = poison[part];
  const preset = poison.kind && PRESETS[poison.kind][part];
  return [...(preset ? [preset] : []), ...(own ? [own] : [])];
}

export function openPoisons() {
  const poisons = new Map<string, Poison>();

  /** Gives the altered body. */
  function alter(part: Part, invoiceId: string, body: unknown): unknown {
    const poison = poisons.get(invoiceId);
    return poison ? alterations(poison, part).reduce(alterBody, body) : body;
  }

  return {
    put(invoiceId: string, poison: Poison): void {
      poisons.set(invoiceId, v.parse(poisonSchema, poison));
    },
    /** Heals one invoice, or all. */
    heal(invoiceId?: string): void {
      if (invoiceId === undefined) poisons.clear();
      else poisons.delete(invoiceId);
    },
    list: (): Readonly<Record<string, Poison>> => Object.fromEntries(poisons),
    alter,
    /** Gives the lines that replace the true one in the statement. */
    lines(invoiceId: string, line: unknown): unknown[] {
      const poison = poisons.get(invoiceId);
      if (!poison) return [line];
      const { lineIs, lines } = { ...(poison.kind && PRESETS[poison.kind]), ...poison };
      const said = lineIs === undefined ? alter('line', invoiceId, line) : lineIs;
      return Array.from({ length: lines ?? 1 }, () => said);
    },
  };
}
