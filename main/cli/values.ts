import { formatAmount, MAX_AMOUNT, parseScaled } from '../../shared/money.ts';
import type { TillKey } from '../../shared/operations/keys.ts';
import { PERMISSIONS, type Permission, type Permissions, shortPermission } from '../../shared/permissions.ts';
import { fieldsOf, RIGHT_SET_NAMES, RIGHT_SETS } from '../../shared/rights.ts';
import { UsageError } from '../platform/config.ts';
import type { Call } from './command.ts';
import type { OptionName } from './options.ts';

/** What options and operands mean. Each throws UsageError for anything else. */

type Values = Call['values'];

/** The fields that were given: an absent option changes nothing. */
export const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** Refuses a change that names none. @param options those that would be one */
export const requireChange = (name: string, changes: object, options: readonly OptionName[]): void => {
  if (Object.keys(changes).length > 0) return;
  const expected = options.map((option) => `--${option}`).join(', ');
  throw new UsageError(`${name} lacks a change. Expected at least one of: ${expected}.`);
};

/** @param otherwise the message for anything but an id */
export const operandId = ({ operand }: Call, otherwise: string): number => {
  if (!/^\d{1,15}$/.test(operand)) throw new UsageError(otherwise);
  return Number(operand);
};

/** An id, or `all` for every terminal. */
export const terminalOf = (value: string): number | null => {
  if (value === 'all') return null;
  if (!/^\d{1,15}$/.test(value))
    throw new UsageError('--terminal has a wrong value. Expected: the id of a terminal, or all.');
  return Number(value);
};

export const trueOrFalse = (option: OptionName, value: string | undefined): boolean | undefined => {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false')
    throw new UsageError(`--${option} has a wrong value. Expected: true or false.`);
  return value === 'true';
};

/** `view_invoices,create_invoices` → the store's names for them. */
const permissionsOf = (list: string | undefined): Permission[] | undefined => {
  if (list === undefined) return undefined;
  const names = list.trim() === '' ? [] : list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const permission = PERMISSIONS.find((known) => shortPermission(known) === name);
    if (permission) return permission;
    throw new UsageError(
      `--can names a right that there is not: "${name}". Expected, separated by commas: ${PERMISSIONS.map(shortPermission).join(', ')}.`,
    );
  });
};

const presetOf = (preset: string | undefined): Partial<ReturnType<typeof fieldsOf>> => {
  if (preset === undefined) return {};
  const name = RIGHT_SET_NAMES.find((known) => known === preset);
  if (name) return fieldsOf(RIGHT_SETS[name]);
  throw new UsageError(
    `--preset "${preset}" does not exist. Expected one of: ${RIGHT_SET_NAMES.join(', ')}.`,
  );
};

/** An amount in hryvnias, or none. */
const amountOrNone = (option: OptionName, value: string | undefined): number | null | undefined => {
  if (value === undefined) return undefined;
  if (value === 'none') return null;
  const amount = parseScaled(value.replace(',', '.'), 2);
  if (typeof amount === 'bigint' && amount >= 0n && amount <= MAX_AMOUNT) return Number(amount);
  throw new UsageError(
    `--${option} has a wrong value. Expected: an amount in hryvnias, as 500 or 99.50, or none.`,
  );
};

/** What RIGHTS_OPTIONS give an employee or a key; the options beside a preset refine it. */
export const rightsOf = (values: Values) => {
  if (values.preset !== undefined && values.can !== undefined)
    throw new UsageError('--preset and --can both set the permissions. Expected: one of them.');
  const preset = presetOf(values.preset);
  const limits = given({
    ...preset.refund_limits,
    ...given({
      largest: amountOrNone('refund-limit', values['refund-limit']),
      per_day: amountOrNone('refund-day-limit', values['refund-day-limit']),
    }),
  });
  return {
    ...preset,
    ...given({
      permissions: permissionsOf(values.can),
      own_sales_only: trueOrFalse('own-sales', values['own-sales']),
      catalog_prices_only: trueOrFalse('catalog-prices', values['catalog-prices']),
      catalog_read_only: trueOrFalse('catalog-read-only', values['catalog-read-only']),
      refund_limits: Object.keys(limits).length > 0 ? limits : undefined,
    }),
  };
};

/** The options that `rightsOf` reads; only an employee has a preset. */
export const RIGHTS_OPTIONS = [
  'can',
  'own-sales',
  'catalog-prices',
  'catalog-read-only',
  'refund-limit',
  'refund-day-limit',
] as const;

export const describeRights = (account: Permissions): string =>
  `Rights: ${
    PERMISSIONS.filter((permission) => account[permission])
      .map(shortPermission)
      .join(', ') || 'none'
  }.`;

/** "" without limits. */
export const describeLimits = ({
  refund_largest,
  refund_per_day,
}: Pick<TillKey, 'refund_largest' | 'refund_per_day'>): string => {
  const parts = [
    refund_largest === null ? '' : `${formatAmount(refund_largest)} at once`,
    refund_per_day === null ? '' : `${formatAmount(refund_per_day)} a day`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Refunds without a second person: ${parts.join(', ')}.`;
};

/** One line of those parts that say something. */
export const sentences = (...parts: readonly (string | number | false | null)[]): string =>
  parts.filter((part) => part !== '' && part !== false && part !== null).join(' ');
