import fc from 'fast-check';
import type * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { readBySchema } from '../../main/bank/informative.ts';
import { invoiceStatus, statementItem } from '../../main/bank/wire.ts';
import { eventsOf, lastId } from '../helpers/events.ts';
import { poison, type Spoil, unreadableOf, withValue } from '../helpers/poison.ts';
import { syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';
import { openTimed } from './stage.ts';

const { time, shop, gateway } = await openTimed(afterAll);

/** Values that a field of the bank should not have. */
const BAD: readonly unknown[] = [
  ...[null, true, [], {}, [7], '', 'paid', 'yesterday', '9999-12-31T23:59:59Z', '100'],
  ...[-1, 0.5, 1e300, Number.MAX_SAFE_INTEGER, '4111111111111111', 4_111_111_111_111_111],
];

/** Every dotted path of the fields that a schema reads, lists by their first element. */
const pathsOf = (schema: unknown, before: string[] = []): string[][] => {
  const { type, entries, wrapped, item, pipe } = schema as Record<string, unknown>;
  if (wrapped) return pathsOf(wrapped, before);
  if (Array.isArray(pipe)) return [before];
  if (type === 'array') return [before, ...pathsOf(item, [...before, '0'])];
  if (type !== 'object') return [before];
  const inner = Object.entries(entries as object).flatMap(([name, field]) =>
    pathsOf(field, [...before, name]),
  );
  return before.length === 0 ? inner : [before, ...inner];
};

const poisonFor = (schema: v.GenericSchema): fc.Arbitrary<{ path: string[]; value: unknown }> =>
  fc
    .record({ path: fc.constantFrom(...pathsOf(schema)), value: fc.constantFrom(...BAD) })
    // A bad element makes its whole list unreadable; a value that the schema accepts is no poison.
    .filter(({ path, value }) => {
      const sound = { ...SOUND, status: 'success' };
      return 'issues' in readBySchema(schema, withValue(sound, path, value));
    });
const PAYMENT = { invoiceId: 'p2_1', amount: 5000, ccy: 980 };
const SOUND = { ...PAYMENT, date: '2026-03-01T10:00:00Z', cancelList: [] };

const N = 4;
const ofStatus = poisonFor(invoiceStatus).map((bad) => ({ ...bad, where: 'status' as const }));
const ofLine = poisonFor(statementItem).map((bad) => ({ ...bad, where: 'line' as const }));

test('among N records one is poisoned in any field that the bank can send: watching and settling go on for the others at their normal pace, it is reported, and it recovers by itself once it can be read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(ofStatus, ofLine), fc.nat(N - 1), async ({ where, path, value }, which) => {
      await shop.signInAgain();
      const after = lastId(shop);
      const open = await Promise.all(
        Array.from({ length: N }, () => shop.createInvoice({ amount: 5000, validity: 30 * 86_400 })),
      );
      const past = Array.from({ length: N }, () =>
        shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700, date: time.now() }),
      );
      const bad = where === 'status' ? (open[which]?.invoice_id ?? '') : (past[which] ?? '');
      const spoil: Spoil = (record) => withValue(record, path, value);
      poison(gateway, { [bad]: where === 'status' ? { status: spoil, line: () => null } : { line: spoil } });
      for (const { invoice_id } of open) shop.bank.pay(invoice_id);

      // The first looks at an open invoice are two seconds apart.
      await time.pass(5);
      await syncInvoices(shop);
      const paid = () =>
        new Set(
          rowsOf(shop, 'invoices').flatMap((row) => (row.status === 'success' ? [row.invoice_id] : [])),
        );
      const all = [...open.map(({ invoice_id }) => invoice_id), ...past];
      expect(all.filter((id) => !paid().has(id))).toEqual([bad]);
      const kind = where === 'status' ? 'invoice' : 'statement_line';
      const reported = (await unreadableOf(shop)).filter((record) => record.kind === kind);
      expect(reported).toHaveLength(1);
      const events = await eventsOf(shop.owner, after);
      expect(events.filter(({ type }) => type === 'bank.unreachable')).toEqual([]);
      const { field, value: shown } = reported[0] ?? {};
      expect(
        events.filter(({ type, data }) => type === 'bank.unreadable' && data.record === kind),
      ).toMatchObject([{ data: { field, value: shown } }]);

      gateway.rule();
      // By the watcher where it is an invoice, by the next statement where it is a line.
      time.skip(6 * 60);
      await time.pass(3);
      if (where === 'line') await shop.owner.post('jobs/sync-statements/run/');
      expect(all.filter((id) => !paid().has(id))).toEqual([]);
      await syncInvoices(shop);
      expect(await unreadableOf(shop)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
