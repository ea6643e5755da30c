import { byPermission } from '../../shared/permissions.ts';
import { isoTime, isoTimeOrNull } from '../../shared/time.ts';
import { UsageError } from '../platform/config.ts';
import { changeKey, createKey, type IssuedKey, revokeKey, rotateKey } from '../shop/accounts/keys.ts';
import { allRefundLimits, findRefundLimits } from '../store/refund-limits.ts';
import { allKeys, type KeyRow } from '../store/till-keys.ts';
import { granted, rights, trueOrFalse } from './accounts.ts';
import type { Call, Outcome, Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';
import { describeLimits, limitsGiven, limitsJson } from './refund-limits.ts';

const now = Date.now;

/** The only time that a key is shown. */
const issuedOutcome = ({ row, key }: IssuedKey, what: string): Outcome => ({
  json: { ok: true, key, ...keyJson(row) },
  lines: [
    `Key ${row.id} "${row.full_name}" ${what}. ${describeKey(row)}`,
    'It is shown only now; keep it where the till app keeps its settings:',
    key,
  ],
});

const changedOutcome = (row: KeyRow, line: string): Outcome => ({
  json: { ok: true, ...keyJson(row) },
  lines: [line],
});

export const keyAdd: Run = async (call) => {
  const { values, input, log, config } = call;
  const name = await input.text('name', values.name);
  const fields = {
    name,
    permissions: rights(values.can ?? 'view_invoices,create_invoices'),
    terminal: terminalOf(values.terminal ?? 'all'),
    own_sales_only: trueOrFalse('own-sales', values['own-sales'] ?? 'false'),
    catalog_prices_only: trueOrFalse('catalog-prices', values['catalog-prices'] ?? 'false'),
    catalog_read_only: trueOrFalse('catalog-read-only', values['catalog-read-only'] ?? 'false'),
  };
  requireDatabase(config);
  const issued = await withDatabase(call, (db) => createKey({ db, now }, fields));
  log.info('A key was made.', { id: issued.row.id, permissions: fields.permissions });
  return issuedOutcome(issued, 'was made');
};

export const keySet: Run = async (call) => {
  const { values, log, config } = call;
  const { name, can, terminal, 'own-sales': ownSales, 'catalog-prices': catalogPrices } = values;
  const limits = limitsGiven(values);
  const readOnly = values['catalog-read-only'];
  const isGiven = [name, can, terminal, ownSales, catalogPrices, readOnly, limits.refund_limits].some(
    (value) => value !== undefined,
  );
  if (!isGiven)
    throw new UsageError(
      'key set lacks a change. Expected at least one of: --name, --can, --terminal, --own-sales, --catalog-prices, ' +
        '--catalog-read-only, ' +
        '--refund-limit, --refund-day-limit.',
    );
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(can === undefined ? {} : { permissions: rights(can) }),
    ...(terminal === undefined ? {} : { terminal: terminalOf(terminal) }),
    ...(ownSales === undefined ? {} : { own_sales_only: trueOrFalse('own-sales', ownSales) }),
    ...limits,
    ...(catalogPrices === undefined
      ? {}
      : { catalog_prices_only: trueOrFalse('catalog-prices', catalogPrices) }),
    ...(readOnly === undefined ? {} : { catalog_read_only: trueOrFalse('catalog-read-only', readOnly) }),
  };
  requireDatabase(config);
  const { row, left } = await withDatabase(call, (db) => {
    const changed = changeKey({ db, now }, idOf(call), changes);
    return { row: changed, left: findRefundLimits(db, changed.id) };
  });
  log.info('A key was changed.', { id: row.id, changed: Object.keys(changes) });
  return changedOutcome(
    row,
    `Key ${row.id} "${row.full_name}" was changed. ${describeKey(row)}${describeLimits(left)}`,
  );
};

export const keyRotate: Run = async (call) => {
  requireDatabase(call.config);
  const issued = await withDatabase(call, (db) => rotateKey({ db, now }, idOf(call)));
  call.log.info('A key was rotated.', { id: issued.row.id });
  return issuedOutcome(issued, 'was replaced; the old one stops working at once');
};

export const keyOn: Run = async (call) => {
  requireDatabase(call.config);
  const row = await withDatabase(call, (db) => changeKey({ db, now }, idOf(call), { is_active: true }));
  call.log.info('A key was turned on.', { id: row.id });
  return changedOutcome(row, `Key ${row.id} "${row.full_name}" works. ${describeKey(row)}`);
};

export const keyRevoke: Run = async (call) => {
  requireDatabase(call.config);
  const row = await withDatabase(call, (db) => revokeKey({ db, now }, idOf(call)));
  call.log.info('A key was revoked.', { id: row.id });
  return changedOutcome(
    row,
    `Key ${row.id} "${row.full_name}" no longer works. The invoices that it created stay.`,
  );
};

export const keyList: Run = async (call) => {
  requireDatabase(call.config);
  const { keys, limits } = await withDatabase(call, (db) => ({
    keys: allKeys(db),
    limits: new Map(allRefundLimits(db).map((each) => [each.account_id, each])),
  }));
  const lines = keys.map(
    (row) =>
      `${row.id}  …${row.hint}  ${row.full_name}  ${describeKey(row)}${describeLimits(limits.get(row.id))}`,
  );
  return {
    json: { ok: true, keys: keys.map((row) => ({ ...keyJson(row), ...limitsJson(limits.get(row.id)) })) },
    lines: lines.length > 0 ? lines : ['There are no keys yet. One is made with: key add.'],
  };
};

/** @throws UsageError */
const idOf = (call: Call): number =>
  operandId(call, 'The ID of a key is a whole number. Key list shows them.');

/** @param otherwise the message for anything else. @throws UsageError */
export const operandId = ({ operand }: Call, otherwise: string): number => {
  if (!/^\d{1,15}$/.test(operand)) throw new UsageError(otherwise);
  return Number(operand);
};

/** An id, or `all` for every terminal. @throws UsageError */
export const terminalOf = (value: string): number | null => {
  if (value === 'all') return null;
  if (!/^\d{1,15}$/.test(value))
    throw new UsageError('--terminal has a wrong value. Expected: the id of a terminal, or all.');
  return Number(value);
};

const describeKey = (row: KeyRow): string => {
  const parts = [
    `Rights: ${granted(row).join(', ') || 'none'}.`,
    row.terminal_id === null ? '' : `Only terminal ${row.terminal_id}.`,
    row.own_sales_only ? 'Only its own sales.' : '',
    row.catalog_prices_only ? 'Only at the prices of the catalog.' : '',
    row.catalog_read_only ? 'Changes nothing in the catalog.' : '',
    row.last_used_at === null ? 'Not used yet.' : `Last used ${isoTime(row.last_used_at)}.`,
    row.is_active === 0 && row.revoked_at === null
      ? `Off since a restore; key on ${row.id} turns it on.`
      : '',
    row.revoked_at === null ? '' : `Revoked ${isoTime(row.revoked_at)}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
};

const keyJson = (row: KeyRow) => ({
  id: row.id,
  name: row.full_name,
  hint: row.hint,
  ...byPermission((permission) => row[permission] === 1),
  terminal: row.terminal_id,
  own_sales_only: row.own_sales_only === 1,
  catalog_prices_only: row.catalog_prices_only === 1,
  is_active: row.is_active === 1,
  catalog_read_only: row.catalog_read_only === 1,
  issued_at: isoTime(row.issued_at),
  first_used_at: isoTimeOrNull(row.first_used_at),
  last_used_at: isoTimeOrNull(row.last_used_at),
  revoked_at: isoTimeOrNull(row.revoked_at),
});
