import * as v from 'valibot';
import {
  CASH_RECEIPTS,
  CASH_ROUNDINGS,
  type CounterSettings,
  type SettingState,
} from '../../shared/api/settings.ts';
import type { Db, ReadDb } from '../store/db/connection.ts';
import { clearSetting, getSetting, readSettings, setSetting } from '../store/settings.ts';
import { recordAction } from './actions/record.ts';
import { type PrinterSetup, printerSetup } from './printing/settings.ts';
import { separateOrigins, separateReasons } from './setting-values.ts';
import { SETTINGS, type Setting, USUAL_DESTINATION } from './settings-table.ts';
import { validateField } from './validate.ts';

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/**
 * The stored value. An invalid one counts as not set: after a restore on another system a folder may be no path here,
 * and the service must start nevertheless.
 */
const validated = (name: SettingName, stored: string | undefined): string | undefined => {
  if (stored === undefined) return undefined;
  const checked = v.safeParse(SETTINGS[name].schema, stored);
  return checked.success ? checked.output : undefined;
};

const ownValue = (db: ReadDb, name: SettingName): string | undefined => validated(name, getSetting(db, name));

/** The value while nothing is set. */
const unset = (name: SettingName, dataDir: string, db: ReadDb): string => {
  const { fallback }: Setting = SETTINGS[name];
  return fallback?.(dataDir, db) ?? '';
};

const readSetting = (db: ReadDb, name: SettingName, dataDir = ''): string =>
  ownValue(db, name) ?? unset(name, dataDir, db);

/** "": shows the merchant's name at the bank. */
export const shopName = (db: ReadDb): string => readSetting(db, 'shop_name');

/** The seller's IBAN and return policy, as printed on papers; "" where not set. */
export const paperTexts = (db: Db): { sellerIban: string; returnText: string } => ({
  sellerIban: readSetting(db, 'seller_iban'),
  returnText: readSetting(db, 'return_text'),
});

/** The port that the owner has set; undefined: none. */
export const ownPort = (db: ReadDb): number | undefined => {
  const port = ownValue(db, 'port');
  return port === undefined ? undefined : Number(port);
};

export const defaultDestination = (db: Db): string => readSetting(db, 'default_destination');

/** What a sale needs of the settings, read at once. */
export interface SaleSettings {
  destination: string;
  /** Without a trailing slash; undefined: webhooks are off. */
  webhookAddress: string | undefined;
  /** Undefined: it is made with the first sale. */
  installation: string | undefined;
  isMovedAway: boolean;
  /** Percent; null: discounts have no limit. */
  discountLimit: number | null;
}

const percentOf = (stored: string | undefined): number | null => {
  const percent = validated('discount_limit', stored);
  return percent === undefined ? null : Number(percent);
};

export const saleSettings = (db: Db): SaleSettings => {
  const stored = readSettings(db);
  return {
    destination: validated('default_destination', stored.get('default_destination')) ?? USUAL_DESTINATION,
    webhookAddress: validated('webhook_address', stored.get('webhook_address')),
    installation: stored.get('installation_id'),
    isMovedAway: stored.has('moved_away'),
    discountLimit: percentOf(stored.get('discount_limit')),
  };
};

/** A name known to Intl. */
export const timeZone = (db: ReadDb): string => readSetting(db, 'time_zone');

/** An absolute path; its existence is not checked. */
export const backupFolder = (db: Db, dataDir: string): string => readSetting(db, 'backup_folder', dataDir);

/** An absolute path; undefined: the owner has chosen none. */
export const monthFolder = (db: ReadDb): string | undefined => ownValue(db, 'month_folder');

/** Without a trailing slash; undefined: webhooks are off. */
export const webhookAddress = (db: Db): string | undefined => ownValue(db, 'webhook_address');

/** Path under that address; the terminal's id follows. */
export const WEBHOOK_PATH = '/webhooks/bank/';

/** The webhook URL of a terminal. */
export const webhookUrl = (address: string, terminalId: number): string =>
  `${address}${WEBHOOK_PATH}${terminalId}`;

/** Origins of tills in a browser, as browsers send them. */
export const allowedOrigins = (db: Db): string[] => separateOrigins(readSetting(db, 'allowed_origins'));

/** The owner's list of reasons of refunds, and whether a refund needs one of them. */
export const refundReasons = (db: Db): { reasons: string[]; isRequired: boolean } => {
  const reasons = separateReasons(readSetting(db, 'refund_reasons'));
  return { reasons, isRequired: reasons.length > 0 && readSetting(db, 'refund_reason_required') === 'yes' };
};

/** How the shop deals with cash and discounts, and what its counter has. */
export const counterSettings = (db: ReadDb): CounterSettings => {
  const rounding = readSetting(db, 'cash_rounding');
  const receipts = readSetting(db, 'cash_receipts');
  return {
    takes_cash: readSetting(db, 'takes_cash') === 'yes',
    cash_rounding: CASH_ROUNDINGS.find((each) => each === rounding) ?? 'off',
    cash_receipts: CASH_RECEIPTS.find((each) => each === receipts) ?? 'elsewhere',
    discount_limit: percentOf(getSetting(db, 'discount_limit')),
    held_carts: readSetting(db, 'held_carts') === 'yes',
    customer_screen: readSetting(db, 'customer_screen') === 'yes',
  };
};

/** Patterns of shared/labels.ts. */
export const scaleLabels = (db: ReadDb): string => readSetting(db, 'scale_labels');

/** The receipt printer; undefined: the owner has set none. */
export const receiptPrinter = (db: Db): PrinterSetup | undefined =>
  printerSetup((name) => readSetting(db, name));

const stateOf = (db: Db, name: SettingName, dataDir: string): SettingState => {
  const { description, isAtStart }: Setting = SETTINGS[name];
  return {
    name,
    value: readSetting(db, name, dataDir),
    is_default: ownValue(db, name) === undefined,
    default: unset(name, dataDir, db),
    description,
    takes_effect: isAtStart ? 'at the next start of the service' : 'at once',
  };
};

export const listSettings = (db: Db, dataDir: string): SettingState[] =>
  SETTING_NAMES.map((name) => stateOf(db, name, dataDir));

/**
 * Stores a setting and returns its new state; "" restores the default.
 * @throws ValidationError for an invalid value: nothing is stored
 */
export const changeSetting = (
  db: Db,
  dataDir: string,
  name: SettingName,
  input: string,
  now: number = Date.now(),
): SettingState =>
  db.transaction(() => {
    if (input.trim() === '') clearSetting(db, name);
    else setSetting(db, name, checkedValue(name, input));
    const state = stateOf(db, name, dataDir);
    const object = { kind: 'setting' as const, id: null, label: name };
    recordAction(db, now, { code: 'setting_changed', object, facts: { value: state.value } });
    return state;
  });

/** Returns the value as it would be stored. @throws ValidationError */
export const checkedValue = (name: SettingName, input: string): string =>
  validateField(name, SETTINGS[name].schema, input);
