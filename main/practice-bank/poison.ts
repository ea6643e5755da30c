import * as v from 'valibot';
import { type Alteration, alterationSchema, altered } from './alterations.ts';
import { POISON_KINDS, PRESETS } from './poison-presets.ts';

/**
 * Everything the bank says of one invoice is changed in the same way until it is healed, while all others are fine.
 * The ledger itself stays sound: money moves as ever, and a healed invoice reads as if nothing had been.
 */
export const poisonSchema = v.pipe(
  v.strictObject({
    /** One of the usual ones; the fields below come on top of it. */
    kind: v.optional(v.picklist(POISON_KINDS)),
    /** Of invoice/status and of the webhook. */
    status: v.optional(alterationSchema),
    /** Of its line in the statement. */
    line: v.optional(alterationSchema),
    /** Of invoice/fiscal-checks. */
    checks: v.optional(alterationSchema),
    /** Of the answers to invoice/cancel. */
    cancel: v.optional(alterationSchema),
    /** In place of its line in the statement: null, a string, a number … */
    lineIs: v.optional(v.unknown()),
    /** How often its line stands in the statement. */
    lines: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10))),
  }),
  v.check((poison) => Object.keys(poison).length > 0, 'nothing to change'),
);
export type Poison = v.InferInput<typeof poisonSchema>;

type Part = 'status' | 'line' | 'checks' | 'cancel';

export interface Poisons {
  put(invoiceId: string, poison: Poison): void;
  /** One invoice, or all. */
  heal(invoiceId?: string): void;
  list(): Readonly<Record<string, Poison>>;
  /** The body as it is said, in place of the true one. */
  alter(part: Part, invoiceId: string, body: unknown): unknown;
  /** The lines that stand in the statement in place of the true one. */
  lines(invoiceId: string, line: unknown): unknown[];
}

function alterations(poison: Poison, part: Part): Alteration[] {
  const own = poison[part];
  const preset = poison.kind && PRESETS[poison.kind][part];
  return [...(preset ? [preset] : []), ...(own ? [own] : [])];
}

export function openPoisons(): Poisons {
  const poisons = new Map<string, Poison>();

  function alter(part: Part, invoiceId: string, body: unknown): unknown {
    const poison = poisons.get(invoiceId);
    return poison ? alterations(poison, part).reduce(altered, body) : body;
  }

  return {
    put(invoiceId, poison) {
      poisons.set(invoiceId, v.parse(poisonSchema, poison));
    },
    heal(invoiceId) {
      if (invoiceId === undefined) poisons.clear();
      else poisons.delete(invoiceId);
    },
    list: () => Object.fromEntries(poisons),
    alter,
    lines(invoiceId, line) {
      const poison = poisons.get(invoiceId);
      if (!poison) return [line];
      const { lineIs, lines } = { ...(poison.kind && PRESETS[poison.kind]), ...poison };
      const said = lineIs === undefined ? alter('line', invoiceId, line) : lineIs;
      return Array.from({ length: lines ?? 1 }, () => said);
    },
  };
}
