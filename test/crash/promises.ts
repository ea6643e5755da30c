import type { Invoice as BankInvoice } from '../../main/bank/sandbox/book.ts';
import type { AttemptRow } from '../../main/store/attempts.ts';
import type { Books } from './books.ts';
import { tagOf } from './ledger.ts';
import type { AskedRefund, Sale } from './sales.ts';

/** What clients were told still holds; what they did not ask for was not done. */

/**
 * Every 201 is kept: the same invoice, under the same id, and the key knows it.
 * @param isDayOver answers are kept for 24 hours
 */
export const brokenPromises = (
  { bank, invoices, keys }: Books,
  sales: readonly Sale[],
  isDayOver: boolean,
): string[] => {
  const rows = new Map(invoices.map((row) => [row.id, row]));
  const kept = new Map(keys.map(({ key, answer }) => [key, answer]));
  const tags = new Map(bank.map((each) => [each.invoiceId, tagOf(each)]));
  /** A payment of another bank invoice of the sale gives the invoice that one's id. */
  const isSameSale = (one: string, other: string) =>
    one === other || ((tags.get(one) ?? '') !== '' && tags.get(one) === tags.get(other));
  return sales.flatMap(({ key, answers }) =>
    answers.flatMap(({ invoice, text }) => {
      const { id, invoice_id, number, amount } = invoice;
      const row = rows.get(id);
      const holds =
        row !== undefined &&
        isSameSale(row.invoice_id, invoice_id) &&
        row.number === number &&
        row.amount === amount &&
        row.created_locally === 1;
      const is = row && JSON.stringify({ ...row, search_text: undefined });
      return [
        ...(holds ? [] : [`The key "${key}" was answered ${text}; Kramar has ${is}`]),
        ...(isDayOver || kept.get(key) === text
          ? []
          : [`The key "${key}" was answered ${text}; kept is ${kept.get(key)}`]),
      ];
    }),
  );
};

/** Beyond this it is no race any more between the question what became of the first and the second one. */
const RACE_MS = 3000;

/** One key never made two invoices that can be paid. */
export const doubledKeys = ({ bank, attempts }: Books, sales: readonly Sale[]): string[] => {
  const made = attempts.filter(({ kind, status }) => kind === 'create' && status === 'done');
  const byKey = Map.groupBy(made, (attempt) => attempt.idempotency_key);
  byKey.delete(null);
  const byTag = Map.groupBy(bank, tagOf);
  byTag.delete('');
  const told = new Set(sales.flatMap(({ answers }) => answers.map(({ invoice }) => invoice.invoice_id)));
  return [
    ...[...byKey].flatMap(([key, each]) =>
      each.length > 1
        ? [`The key "${key}" made ${each.length} invoices: ${each.map(({ invoice_id }) => invoice_id)}`]
        : [],
    ),
    ...sales.flatMap(({ key, answers }) => {
      const ids = new Set(answers.map(({ invoice }) => invoice.id));
      return ids.size > 1 ? [`The key "${key}" was answered with the invoices ${[...ids]}`] : [];
    }),
    ...[...byTag].flatMap(([tag, each]) => doubledTag(tag, each, told, bank)),
  ];
};

/** @param told what clients were told of, by the bank's ids */
const doubledTag = (
  tag: string,
  made: readonly BankInvoice[],
  told: ReadonlySet<string>,
  bank: readonly BankInvoice[],
): string[] => {
  const payable = made.filter(
    ({ invoiceId, status, onRegister }) => status === 'created' && (told.has(invoiceId) || onRegister),
  );
  const isNeedless = made.some((second) => made.some((first) => wasThere(first, second, bank)));
  return [
    ...(payable.length > 1
      ? [`The attempt ${tag} can be paid ${payable.length} times: ${list(payable)}`]
      : []),
    ...(isNeedless ? [`The attempt ${tag} was asked again though it had been done: ${list(made)}`] : []),
  ];
};

const list = (invoices: readonly BankInvoice[]): string =>
  invoices
    .map(
      ({ invoiceId, status, createdAt, payment }) =>
        `${invoiceId} (${status}, made ${createdAt}, paid ${payment?.at})`,
    )
    .join(', ');

/** When the second was asked for, the first had been paid, or hung on its register: that could have been seen. */
const wasThere = (first: BankInvoice, second: BankInvoice, bank: readonly BankInvoice[]): boolean => {
  if (first === second || first.createdAt > second.createdAt) return false;
  if (first.payment && first.payment.at + RACE_MS < second.createdAt) return true;
  const isOver = first.removed || first.createdAt + first.validitySeconds * 1000 <= second.createdAt;
  if (!first.shortQrId || isOver || first.createdAt + RACE_MS >= second.createdAt) return false;
  return !bank.some(
    (other) =>
      other !== first &&
      other !== second &&
      other.shortQrId === first.shortQrId &&
      other.onRegister !== undefined &&
      other.createdAt >= first.createdAt &&
      other.createdAt <= second.createdAt,
  );
};

/**
 * Refunds at the bank are those that were asked for: each that went through Kramar has its attempt, and each
 * attempt that is settled tells the truth.
 */
export const refundDifferences = (
  { bank, invoices, attempts }: Books,
  asked: readonly AskedRefund[],
): string[] => {
  const bankIds = new Map(invoices.map(({ id, invoice_id }) => [id, invoice_id]));
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
    if (!attempt || bankIds.get(attempt.invoice_id ?? 0) !== invoiceId) return true;
    // The whole, asked for without naming it: when the bank comes to it late, it is what others have left of it.
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
  const given = bank.map(({ invoiceId, refunds }) => ({
    invoiceId,
    through: refunds.filter(({ extRef }) => extRef !== undefined),
  }));
  const askedFor = Map.groupBy(asked, ({ invoice }) => bankIds.get(invoice) ?? '');
  return [
    ...strange.map((refund) => `A refund at the bank that no attempt asked for: ${JSON.stringify(refund)}`),
    ...untrue.map(
      (attempt) => `The refund of attempt ${attempt.id} is ${attempt.status}: not so at the bank`,
    ),
    ...given.flatMap(({ invoiceId, through }) =>
      miscounted(invoiceId, through, askedFor.get(invoiceId) ?? []),
    ),
  ];
};

const amountOf = ({ request }: AttemptRow): number => JSON.parse(request).amount;

const miscounted = (
  invoiceId: string,
  through: BankInvoice['refunds'],
  asked: readonly AskedRefund[],
): string[] => {
  // What the bank took on and then failed at was answered with 200 all the same.
  const done = asked.filter(({ outcome }) => outcome === 'done');
  const missing = done.filter(
    ({ amount }) => amount !== undefined && !through.some((each) => each.amount === amount),
  );
  const given = through.filter(({ status }) => status !== 'failure');
  const possible = asked.filter(({ outcome }) => outcome !== 'refused');
  if (given.length <= possible.length && through.length >= done.length && missing.length === 0) return [];
  return [`${invoiceId}: refunds at the bank ${JSON.stringify(through)}, asked for ${JSON.stringify(asked)}`];
};

/** Removals that are settled tell the truth, and at the end nothing is left in doubt. */
export const openAttempts = ({ bank, invoices, attempts }: Books, isOver: boolean): string[] => {
  const bankIds = new Map(invoices.map(({ id, invoice_id }) => [id, invoice_id]));
  const byId = new Map(bank.map((invoice) => [invoice.invoiceId, invoice]));
  return attempts.flatMap((attempt) => {
    const { id, kind, status } = attempt;
    const told = `attempt ${id} (${kind}, ${attempt.err_code}, key ${attempt.idempotency_key}) is ${status}`;
    if (status === 'pending') return [`${told}, and nobody works on it`];
    if (status === 'in_doubt' && isOver) return [`${told}, though everything is over`];
    if (status === 'done' && attempt.invoice_id === null) return [`${told} without an invoice`];
    const isRemoved = byId.get(bankIds.get(attempt.invoice_id ?? 0) ?? '')?.removed === true;
    const isNotDone = kind === 'remove' && ['refused', 'dropped'].includes(status);
    const byAnother = attempts.some(
      (other) =>
        other.kind === 'remove' && other.status === 'done' && other.invoice_id === attempt.invoice_id,
    );
    return isNotDone && isRemoved && !byAnother ? [`${told}, and the bank did it`] : [];
  });
};
