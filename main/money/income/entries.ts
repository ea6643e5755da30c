import type { IncomeKind } from '../../../shared/income.ts';
import { dayNumber, isoTime } from '../../../shared/time.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { refusal } from '../../shop/errors.ts';
import { daysToClose } from '../../shop/reports/day-close.ts';
import type { Db } from '../../store/db/connection.ts';
import { bit } from '../../store/db/list.ts';
import {
  findIncomeEntry,
  type IncomeEntryRow,
  insertIncomeEntry,
  updateIncomeEntry,
} from '../../store/income.ts';
import { permitEntry } from '../guard/entries.ts';
import { taxpayerBy } from './taxpayers.ts';

/**
 * Income by hand. Each function reads and writes in one transaction, in which `keep` stores the answer of an
 * Idempotency-Key: a repeated request never writes twice.
 */
export interface IncomeContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
  /** IANA. */
  timeZone: string;
}

export interface IncomeInput {
  taxNumber: string;
  /** `2026-03-02`, in the shop's calendar. */
  date: string;
  kind: IncomeKind;
  /** Minor units, positive for a refund too. */
  amount: number;
  isRefund: boolean;
  source: string;
  remark: string;
}

/** @throws ForbiddenError; ValidationError: an unknown tax number; an invalid date, one before 1970 or after today */
export const enterIncome = (
  context: IncomeContext,
  actor: Actor,
  { taxNumber, date, kind, amount, isRefund, source, remark }: IncomeInput,
): IncomeEntryRow => {
  const { db, now, timeZone } = context;
  return db.transaction(() => {
    const taxpayer = taxpayerBy(db, taxNumber);
    const day = daysToClose(timeZone, now)(date);
    const act = isRefund ? ('give-back' as const) : ('sale' as const);
    const permit = permitEntry(context, { by: actor, act, amount, right: 'owner', action: undefined });
    const entry = {
      tax_number: taxpayer.taxNumber,
      day: dayNumber(day.date),
      kind,
      amount,
      is_refund: bit(isRefund),
      source,
      remark,
      made_by: actor.id,
      made_at: now(),
    };
    const row = insertIncomeEntry(db, entry, permit);
    note(context, 'income_entered', row);
    return row;
  });
};

/** Voids an entry; it stays in the list. @throws ForbiddenError, ValidationError voided */
export const voidIncome = (
  context: IncomeContext,
  actor: Actor,
  { id, amount }: IncomeEntryRow,
  reason: string,
): IncomeEntryRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const { voided_by, voided_at } = findIncomeEntry(db, id) ?? {};
    if (typeof voided_by === 'number' && typeof voided_at === 'number') {
      const [by, at] = [accountName(db, voided_by), isoTime(voided_at)];
      throw refusal('voided', `This entry is voided already: ${by}, ${at}.`, { by, at });
    }
    const act = 'invalidate' as const;
    const permit = permitEntry(context, { by: actor, act, amount, right: 'owner', action: undefined });
    const changes = { voided_by: actor.id, voided_at: now(), void_reason: reason };
    const row = updateIncomeEntry(db, id, changes, permit);
    note(context, 'income_voided', row);
    return row;
  });
};

const note = (
  { db, now }: IncomeContext,
  code: 'income_entered' | 'income_voided',
  row: IncomeEntryRow,
): void =>
  recordAction(db, now(), {
    code,
    facts: {
      entry: row.id,
      tax_number: row.tax_number,
      kind: row.kind,
      amount: row.amount,
      ...(row.is_refund === 1 ? { is_refund: true } : {}),
      ...(row.void_reason === '' ? {} : { reason: row.void_reason }),
    },
  });
