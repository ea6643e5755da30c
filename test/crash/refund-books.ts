import type { Invoice as BankInvoice, Refund } from '../../main/practice-bank/records.ts';
import type { AttemptRow } from '../../main/store/invoices/attempts.ts';
import type { Books } from './books.ts';
import type { RefundIntent } from './refunds.ts';

/**
 * Refunds at the bank by what was wanted: each intent at most once, however often it was pressed, and exactly once when
 * it was answered with 200.
 */

/** Made, or being made, through Kramar: those of the bank's portal have no extRef. */
const through = ({ refunds }: BankInvoice): Refund[] =>
  refunds.filter(({ extRef, status }) => extRef !== undefined && status !== 'failure');

const textOf = ({ amount, status, extRef, createdAt }: Refund): string =>
  `${amount} (${status}, extRef ${extRef}, made ${createdAt})`;

const wanted = ({ amount, key, presses, state }: RefundIntent): string =>
  `${amount ?? 'all'} ${key === undefined ? 'by hand' : `with the key "${key}"`}, pressed ${presses} times, ${state}`;

/** Each bank invoice with its refund intents. */
const withIntents = ({ bank, bankIds }: Books, intents: readonly RefundIntent[]) => {
  const byInvoice = Map.groupBy(intents, ({ invoice }) => bankIds.get(invoice));
  return bank.map((invoice) => ({ invoice, intents: byInvoice.get(invoice.invoiceId) ?? [] }));
};

/** Holds at every moment. */
export const refundedTwice = (books: Books, intents: readonly RefundIntent[]): string[] =>
  withIntents(books, intents).flatMap(({ invoice, intents: mine }) => {
    const made = through(invoice);
    const possible = mine.filter(({ state, presses }) => presses > 0 && state !== 'refused');
    const wholes = possible.filter(({ amount }) => amount === undefined).length;
    const parts = new Set(possible.map(({ amount }) => amount));
    const isTooOften = [...Map.groupBy(made, ({ amount }) => amount)].some(
      ([amount, each]) => each.length > (parts.has(amount) ? 1 : 0) + wholes,
    );
    if (!isTooOften && made.length <= possible.length) return [];
    return [
      `${invoice.invoiceId} (${invoice.amount}): the bank refunded ${made.map(textOf).join(', ')}; wanted: ${mine.map(wanted).join('; ') || 'nothing'}`,
    ];
  });

/** A refund answered with 200 was made; so was one that the bank accepted and then failed at. */
const undone = (books: Books, intents: readonly RefundIntent[]): string[] =>
  withIntents(books, intents).flatMap(({ invoice, intents: mine }) => {
    const done = mine.filter(({ state }) => state === 'done');
    const given = invoice.refunds.filter(({ extRef }) => extRef !== undefined);
    const missing = done.filter(
      ({ amount }) => amount !== undefined && !given.some((each) => each.amount === amount),
    );
    if (missing.length === 0 && given.length >= done.length) return [];
    return [
      `${invoice.invoiceId}: answered as refunded, and not so at the bank: ${(missing.length > 0 ? missing : done).map(wanted).join('; ')}`,
    ];
  });

/** Each refund through Kramar has its attempt, and each settled attempt agrees with the bank. */
export const refundDifferences = (books: Books, intents: readonly RefundIntent[]): string[] => {
  const { bank, bankIds, invoices, attempts } = books;
  const amounts = new Map(invoices.map(({ id, amount }) => [id, amount]));
  const refundsByTag = new Map(
    bank.flatMap(({ invoiceId, refunds }) =>
      refunds.flatMap((refund, at) => {
        const before = refunds.slice(0, at).reduce((sum, { amount }) => sum + amount, 0);
        return refund.extRef === undefined
          ? []
          : [[refund.extRef, { invoiceId, ...refund, before }] as const];
      }),
    ),
  );
  const mine = attempts.filter(({ kind }) => kind === 'refund');
  const byTag = new Map(mine.map((attempt) => [attempt.tag, attempt]));
  const strange = [...refundsByTag.values()].filter(({ extRef, invoiceId, amount, before }) => {
    const attempt = byTag.get(extRef ?? '');
    if (!attempt || bankIds.get(attempt.invoice_id) !== invoiceId) return true;
    // The whole amount, requested without a figure: when the bank processes it late, it is what other refunds have
    // left.
    const isWhole = amountOf(attempt) === amounts.get(attempt.invoice_id ?? 0);
    const least = amountOf(attempt) - (isWhole ? before : 0);
    return amount < least || amount > amountOf(attempt);
  });
  const untrue = mine.filter((attempt) => {
    const given = refundsByTag.get(attempt.tag);
    if (attempt.status === 'done') return !given;
    return (
      ['refused', 'dropped'].includes(attempt.status) && given !== undefined && given.status !== 'failure'
    );
  });
  return [
    ...strange.map((refund) => `A refund at the bank that no attempt requested: ${JSON.stringify(refund)}`),
    ...untrue.map(
      (attempt) => `The refund of attempt ${attempt.id} is ${attempt.status}: not so at the bank`,
    ),
    ...undone(books, intents),
  ];
};

const amountOf = ({ request }: AttemptRow): number => JSON.parse(request).amount;
