import type { Invoice as BankInvoice } from '../../main/practice-bank/records.ts';
import type { AttemptRow } from '../../main/store/invoices/attempts.ts';
import type { Books } from './books.ts';
import { tagOf } from './ledger.ts';
import type { Sale } from './sales.ts';

/** What clients were answered still holds; what they did not request was not done. */

/** Tags of the bank's invoices. */
export const tagsById = (bank: readonly BankInvoice[]): ReadonlyMap<string, string> =>
  new Map(bank.map((invoice) => [invoice.invoiceId, tagOf(invoice)]));

/** Whether two of the bank's invoices are one, or were opened for one sale. */
export const isSameSale = (tags: ReadonlyMap<string, string>, one: string, other: string): boolean =>
  one === other || ((tags.get(one) ?? '') !== '' && tags.get(one) === tags.get(other));

/**
 * Every 201 is kept: the same sale, under the same id, and the key knows it. A sale that was paid by another of the
 * bank's invoices with its tag is named by that one.
 * @param isDayOver answers are kept for 24 hours
 */
export const brokenPromises = (
  { bank, invoices, keys }: Books,
  sales: readonly Sale[],
  isDayOver: boolean,
): string[] => {
  const rows = new Map(invoices.map((row) => [row.id, row]));
  const kept = new Map(keys.flatMap(({ key, answer }) => (answer === null ? [] : [[key, answer]])));
  const tags = tagsById(bank);
  return sales.flatMap(({ key, isKeyed, answers }) =>
    answers.flatMap(({ invoice, text }) => {
      const { id, invoice_id, number, amount } = invoice;
      const row = rows.get(id);
      const holds =
        row !== undefined &&
        isSameSale(tags, row.invoice_id, invoice_id) &&
        row.number === number &&
        row.amount === amount &&
        row.created_locally === 1;
      const is = row && JSON.stringify({ ...row, search_text: undefined });
      return [
        ...(holds ? [] : [`The key "${key}" was answered ${text}; Kramar has ${is}`]),
        ...(isDayOver || !isKeyed || kept.get(key) === text
          ? []
          : [`The key "${key}" was answered ${text}; kept is ${kept.get(key)}`]),
      ];
    }),
  );
};

/** Beyond this the check of the first creation no longer races with the second creation. */
const RACE_MS = 3000;

/**
 * One key never made two invoices here, and nothing was requested from the bank again that could have been seen
 * there.
 * @param wasPoisoned of one that could not be read nothing could be seen
 */
export const doubledKeys = (
  { bank, attempts }: Books,
  sales: readonly Sale[],
  wasPoisoned: (invoiceId: string) => boolean,
): string[] => {
  const made = attempts.filter(({ kind, status }) => kind === 'create' && status === 'done');
  const byKey = Map.groupBy(made, (attempt) => attempt.idempotency_key);
  byKey.delete(null);
  const byTag = Map.groupBy(bank, tagOf);
  byTag.delete('');
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
    ...[...byTag].flatMap(([tag, opened]) => {
      if (opened.some(({ invoiceId }) => wasPoisoned(invoiceId))) return [];
      const isNeedless = opened.some((second) => opened.some((first) => wasThere(first, second, bank)));
      return isNeedless
        ? [`The attempt ${tag} was asked again though it had been done: ${list(opened)}`]
        : [];
    }),
  ];
};

export const list = (invoices: readonly BankInvoice[]): string =>
  invoices
    .map(
      ({ invoiceId, status, createdAt, payment }) =>
        `${invoiceId} (${status}, made ${createdAt}, paid ${payment?.at})`,
    )
    .join(', ');

/** When the second was requested, the first had been paid, or was on its register: that could have been seen. */
const wasThere = (first: BankInvoice, second: BankInvoice, bank: readonly BankInvoice[]): boolean => {
  const askedAt = second.requestedAt ?? second.createdAt;
  if (first === second || first.createdAt > askedAt) return false;
  if (first.payment && first.payment.at + RACE_MS < askedAt) return true;
  const isOver = first.removed || first.createdAt + first.validitySeconds * 1000 <= askedAt;
  if (!first.shortQrId || isOver || first.createdAt + RACE_MS >= askedAt) return false;
  return !bank.some(
    (other) =>
      other !== first &&
      other !== second &&
      other.shortQrId === first.shortQrId &&
      other.onRegister !== undefined &&
      other.createdAt >= first.createdAt &&
      other.createdAt <= askedAt,
  );
};

/** A refund or a capture that the bank has accepted: it is open until it ends there. */
const isAccepted = (attempt: AttemptRow & { accepted_at?: number | null }): boolean =>
  attempt.kind !== 'create' && Boolean(attempt.accepted_at);

const isRemovedByAnother = ({ invoice_id }: AttemptRow, attempts: readonly AttemptRow[]): boolean =>
  attempts.some(
    (other) => other.kind === 'remove' && other.status === 'done' && other.invoice_id === invoice_id,
  );

/** What is wrong with an attempt by itself. */
const openWords = (attempt: AttemptRow, isOver: boolean): string | undefined => {
  const { status, invoice_id } = attempt;
  if (status === 'pending' && (isOver || !isAccepted(attempt))) return ', and nobody works on it';
  if (status === 'in_doubt' && isOver) return ', though everything is over';
  return status === 'done' && invoice_id === null ? ' without an invoice' : undefined;
};

/** Settled removals agree with the bank, and at the end nothing is left in doubt. */
export const openAttempts = ({ bank, bankIds, attempts }: Books, isOver: boolean): string[] => {
  const removed = new Set(bank.filter((invoice) => invoice.removed).map(({ invoiceId }) => invoiceId));
  const isDoneAllTheSame = (attempt: AttemptRow): boolean =>
    attempt.kind === 'remove' &&
    ['refused', 'dropped'].includes(attempt.status) &&
    removed.has(bankIds.get(attempt.invoice_id) ?? '') &&
    !isRemovedByAnother(attempt, attempts);
  return attempts.flatMap((attempt) => {
    const { id, kind, status, err_code, idempotency_key } = attempt;
    const words =
      openWords(attempt, isOver) ?? (isDoneAllTheSame(attempt) ? ', and the bank did it' : undefined);
    return words === undefined
      ? []
      : [`attempt ${id} (${kind}, ${err_code}, key ${idempotency_key}) is ${status}${words}`];
  });
};
