import { type SyncedRegisters, type TerminalPatch, terminalName } from '../../../shared/api/terminals.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import type { Bank } from '../../bank/client.ts';
import type { UnreadableElement } from '../../bank/unreadable.ts';
import type { BankRegister, MerchantDetails } from '../../bank/wire.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import {
  forgetCashRegisters,
  insertCashRegister,
  terminalCashRegisters,
  updateCashRegister,
} from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import { givenBits } from '../../store/db/list.ts';
import { countOpenAttempts } from '../../store/invoices/attempts.ts';
import { countOpenInvoices } from '../../store/invoices/invoices.ts';
import { countAwaitedPayments } from '../../store/invoices/open.ts';
import { countOpenSaleInvoices } from '../../store/invoices/sale-invoices.ts';
import { findTerminal, insertTerminal, type TerminalRow, updateTerminal } from '../../store/terminals.ts';
import { unreadableOfTerminal } from '../../store/unreadable-records.ts';
import { type Action, type Facts, recordAction } from '../actions/record.ts';
import { fieldRefusal, NotFoundError, refusal } from '../errors.ts';
import { noteReadable, noteUnreadable } from '../unreadable.ts';
import { validateField } from '../validate.ts';
import type { OpenToken } from './open-token.ts';

export interface TerminalContext {
  db: Db;
  bank: Bank;
  vault: Vault;
  openToken: OpenToken;
  /** Milliseconds UTC. */
  now: () => number;
}

/** An existing terminal. @throws NotFoundError */
const terminalById = (db: Db, id: number): TerminalRow => {
  const terminal = findTerminal(db, id);
  if (!terminal) throw new NotFoundError('terminal', id);
  return terminal;
};

export const patchTerminal = (
  { db, now }: Pick<TerminalContext, 'db' | 'now'>,
  id: number,
  { name, is_active, show_payments }: TerminalPatch,
): TerminalRow =>
  db.transaction(() => {
    const changed = updateTerminal(db, terminalById(db, id), {
      ...(name === undefined ? {} : { name }),
      ...givenBits({ is_active, show_payments }),
      updated_at: now(),
    });
    return recorded(db, now(), 'terminal_changed', changed, { name, is_active, show_payments });
  });

const recorded = (
  db: Db,
  now: number,
  code: Action['code'],
  terminal: TerminalRow,
  facts: Facts = {},
): TerminalRow => {
  const object = { kind: 'terminal' as const, id: terminal.id, label: terminal.name };
  recordAction(db, now, { code, object, facts });
  return terminal;
};

/**
 * Deletes a terminal: destroys its token, removes its registers, keeps its invoices.
 * @throws NotFoundError, ValidationError while its money is on its way; a deleted terminal stays deleted
 */
export const deleteTerminal = async (
  { db, now }: Pick<TerminalContext, 'db' | 'now'>,
  id: number,
): Promise<void> => {
  db.transaction(() => {
    const terminal = terminalById(db, id);
    refuseMoneyUnderWay(db, id);
    updateTerminal(db, terminal, { sealed_token: null, deleted_at: now(), updated_at: now() });
    recorded(db, now(), 'terminal_deleted', terminal);
  });
  await forgetCashRegisters(db);
};

/**
 * Without the token nobody learns any more what became of a payment, a hold, a refund or an invalidation at the bank.
 * @throws ValidationError
 */
const refuseMoneyUnderWay = (db: Db, id: number): void => {
  const refuse = (code: ProblemCode, message: string) => {
    throw refusal(code, `${message} Nothing was deleted.`);
  };
  if (countOpenInvoices(db, id) > 0)
    refuse(
      'open_invoices',
      'The terminal has open invoices. Capture or release what is held, and cancel the others, or wait until they are paid or expire.',
    );
  if (countOpenAttempts(db, id) + countOpenSaleInvoices(db, id) + countAwaitedPayments(db, id) > 0)
    refuse(
      'money_under_way',
      'A request to the bank about money of this terminal has no outcome yet, or the bank still works on a refund. Wait until it is known.',
    );
};

const merchantFields = ({ merchantId, merchantName, edrpou }: MerchantDetails) => ({
  merchant_id: merchantId,
  merchant_name: merchantName ?? '',
  edrpou: edrpou ?? '',
});

/** Returns a terminal's name as it will be stored. @throws ValidationError */
export const checkedTerminalName = (input: string): string => validateField('name', terminalName(), input);

/**
 * The merchant of a token, from the bank; stores nothing.
 * @throws BankError (FORBIDDEN: the bank does not know the token)
 */
export const fetchMerchant = async ({ bank }: Pick<TerminalContext, 'bank'>, token: string) =>
  merchantFields(await bank.merchantDetails(token));

/**
 * Adds a terminal. Tests the token at the bank before anything is written.
 * @throws ValidationError, BankError (FORBIDDEN: the bank does not know the token), KeychainError
 */
export const addTerminal = async (
  { db, bank, vault, now }: TerminalContext,
  { name: typedName, token }: { name: string; token: string },
): Promise<TerminalRow> => {
  const name = checkedTerminalName(typedName);
  const merchant = await bank.merchantDetails(token);
  await vault.unlock();
  return db.transaction(() => {
    const created_at = now();
    const terminal = insertTerminal(db, {
      name,
      ...merchantFields(merchant),
      is_active: 1,
      show_payments: 1,
      sealed_token: null,
      created_at,
      updated_at: created_at,
      deleted_at: null,
    });
    // Sealed for this terminal: a token copied to another row does not open.
    const sealed = updateTerminal(db, terminal, { sealed_token: vault.sealToken(terminal.id, token) });
    return recorded(db, created_at, 'terminal_added', sealed);
  });
};

/**
 * Replaces a terminal's token, after a test at the bank.
 * @throws NotFoundError, BankError, KeychainError, ValidationError when the token is another merchant's: the terminal's
 * invoices could then neither be found nor refunded
 */
export const setTerminalToken = async (
  { db, bank, vault, now }: TerminalContext,
  id: number,
  token: string,
): Promise<TerminalRow> => {
  terminalById(db, id);
  const merchant = await bank.merchantDetails(token);
  await vault.unlock();
  return db.transaction(() => {
    const terminal = terminalById(db, id);
    if (terminal.merchant_id !== '' && terminal.merchant_id !== merchant.merchantId)
      throw fieldRefusal(
        'token',
        'other_merchant',
        `The token belongs to "${merchant.merchantName}" (${merchant.merchantId}), the terminal to ` +
          `"${terminal.merchant_name}" (${terminal.merchant_id}). Add a new terminal for it instead.`,
      );
    const sealed = updateTerminal(db, terminal, {
      ...merchantFields(merchant),
      sealed_token: vault.sealToken(id, token),
      updated_at: now(),
    });
    return recorded(db, now(), 'terminal_token_changed', sealed);
  });
};

/** Reads merchant data and QR registers from the bank. @throws NotFoundError, BankError */
export const syncRegisters = async (
  { db, bank, openToken, now }: TerminalContext,
  id: number,
): Promise<SyncedRegisters> => {
  const token = await openToken(terminalById(db, id));
  const merchant = await bank.merchantDetails(token);
  const { items, unreadable } = await bank.listRegisters(token);
  return db.transaction(() => {
    const terminal = updateTerminal(db, terminalById(db, id), {
      ...merchantFields(merchant),
      registers_synced_at: now(),
      updated_at: now(),
    });
    const synced = writeRegisters(db, id, items, unreadable, now());
    noteRegisters(db, id, unreadable, now());
    return { synced, merchant_name: terminal.merchant_name, merchant_id: terminal.merchant_id };
  });
};

/** Reads a new terminal's registers; null if that fails: the terminal exists without them. */
export const fetchRegisters = async (
  context: TerminalContext,
  id: number,
  log: Log,
): Promise<number | null> => {
  try {
    return (await syncRegisters(context, id)).synced;
  } catch (error) {
    log.warn('The registers of a new terminal could not be fetched.', { id, err: error });
    return null;
  }
};

const MAX_QR_ID = 100;
const qrIdOf = ({ source: { qrId } }: UnreadableElement): string =>
  typeof qrId === 'string' && qrId.length <= MAX_QR_ID ? qrId : '';

/** The list is always complete: a record that is no longer unreadable in it can be read, or is gone. */
const noteRegisters = (
  db: Db,
  terminal_id: number,
  unreadable: readonly UnreadableElement[],
  now: number,
): void => {
  const keys = new Set(unreadable.map(qrIdOf));
  for (const known of unreadableOfTerminal(db, terminal_id, 'register'))
    if (!keys.has(known.key)) noteReadable(db, known, now);
  for (const element of unreadable) {
    const key = qrIdOf(element);
    const thing = {
      kind: 'register' as const,
      terminal_id,
      key,
      invoice_id: null,
      bank_id: key,
      plannedAt: null,
    };
    noteUnreadable(db, thing, element, now);
  }
};

/** Returns the number of registers listed by the bank; one no longer listed is kept, inactive. */
const writeRegisters = (
  db: Db,
  terminal_id: number,
  listed: readonly BankRegister[],
  unreadable: readonly UnreadableElement[],
  now: number,
): number => {
  const known = new Map(terminalCashRegisters(db, terminal_id).map((row) => [row.qr_id, row]));
  // By qrId, in case the bank lists one twice.
  const byId = new Map(listed.map((register) => [register.qrId, register]));
  for (const [qr_id, register] of byId) {
    const fields = {
      short_qr_id: register.shortQrId,
      name: register.name || register.shortQrId,
      amount_type: register.amountType ?? known.get(qr_id)?.amount_type ?? '',
      page_url: register.pageUrl ?? '',
      is_active: 1 as const,
    };
    const row = known.get(qr_id);
    if (!row) insertCashRegister(db, { terminal_id, qr_id, ...fields, created_at: now, updated_at: now });
    else if (Object.entries(fields).some(([name, value]) => row[name as keyof typeof fields] !== value))
      updateCashRegister(db, row.id, { ...fields, updated_at: now });
  }
  const unclear = new Set(unreadable.map(qrIdOf));
  // One of them may be listed under an unreadable id.
  const isComplete = !unclear.has('');
  for (const row of known.values())
    if (row.is_active && isComplete && !byId.has(row.qr_id) && !unclear.has(row.qr_id))
      updateCashRegister(db, row.id, { is_active: 0, updated_at: now });
  return byId.size;
};
