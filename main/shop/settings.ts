import { isAbsolute, join, resolve } from 'node:path';
import * as v from 'valibot';
import { CASH_RECEIPTS, CASH_ROUNDINGS, type CounterSettings } from '../../shared/api/counter.ts';
import { MAX_LENGTH, text } from '../../shared/api/fields.ts';
import { bareIban, isIban } from '../../shared/iban.ts';
import { USUAL_LABELS } from '../../shared/labels.ts';
import { DAY_MS } from '../../shared/time.ts';
import { DEFAULT_PORT } from '../platform/config.ts';
import type { Db, ReadDb } from '../store/db/connection.ts';
import { clearSetting, getSetting, readSettings, setSetting } from '../store/settings.ts';
import { hasCashSince } from '../store/shifts.ts';
import { recordAction } from './actions/record.ts';
import { PRINTER_SETTINGS, type PrinterSetup, printerSetup } from './printing/settings.ts';
import {
  bankAddressText,
  isTimeZone,
  labelList,
  MOST_REASONS,
  oneOfWords,
  originList,
  portText,
  reasonList,
  separateOrigins,
  separateReasons,
} from './setting-values.ts';
import { validateField } from './validate.ts';

/** Cash that was entered no longer ago than this says that the shop takes cash. */
const CASH_DAYS = 90;

/** The owner's settings for the shop. They are stored in the database, so that they move and are backed up with it. */

export interface Setting {
  description: string;
  /** The value while nothing is set. */
  fallback(dataDir: string, db: ReadDb): string;
  takesEffect: 'at once' | 'at the next start of the service';
  /** Returns the value as it is stored. */
  schema: v.GenericSchema<string, string>;
}

const wholePath = v.pipe(
  text(1000),
  v.check(
    isAbsolute,
    'It is no absolute path. Expected: the whole path of a folder, from the root or the drive on.',
  ),
  v.transform((path) => resolve(path)),
);

const SETTINGS = {
  shop_name: {
    description: `What the shop is called on receipts and in the window, at most ${MAX_LENGTH.shop_name} characters; "" shows the merchant's name at the bank.`,
    fallback: () => '',
    takesEffect: 'at once',
    schema: text(MAX_LENGTH.shop_name),
  },
  default_destination: {
    description: `What the payer reads where a sale says nothing else, at most ${MAX_LENGTH.destination} characters.`,
    fallback: () => 'Оплата товарів і послуг',
    takesEffect: 'at once',
    schema: text(MAX_LENGTH.destination),
  },
  time_zone: {
    description: "The shop's time zone, a name of the IANA list.",
    fallback: () => 'Europe/Kyiv',
    takesEffect: 'at the next start of the service',
    schema: v.pipe(
      text(64),
      v.check(
        isTimeZone,
        ({ input }) => `There is no time zone "${input}". Expected: a name of the IANA list, as Europe/Kyiv.`,
      ),
    ),
  },
  backup_folder: {
    description: 'Where backups are kept, an absolute path; best on another disk.',
    fallback: (dataDir) => join(dataDir, 'backups'),
    takesEffect: 'at once',
    schema: wholePath,
  },
  month_folder: {
    description:
      'Where the archive of each month that is closed is put besides, an absolute path, such as a folder that a cloud ' +
      'keeps; "" is none.',
    fallback: () => '',
    takesEffect: 'at once',
    schema: wholePath,
  },
  webhook_address: {
    description:
      'Where the bank reaches this service from outside, through a tunnel (docs/bank-reports.md); "" is off: ' +
      'the bank gets no address, and nothing is received.',
    fallback: () => '',
    takesEffect: 'at once',
    schema: bankAddressText,
  },
  allowed_origins: {
    description:
      'Web pages that may use the interface: the exact origins of tills that run in a browser, separated by spaces; "" is none. Such a page still needs a key or a sign-in.',
    fallback: () => '',
    takesEffect: 'at once',
    schema: originList,
  },
  seller_iban: {
    description: 'The seller\'s account on papers, an IBAN; "" prints none.',
    fallback: () => '',
    takesEffect: 'at once',
    schema: v.pipe(
      text(60),
      v.transform(bareIban),
      v.check(isIban, 'It is no IBAN. Expected: UA and 27 digits, as UA213223130000026007233566001.'),
    ),
  },
  return_text: {
    description: `What is printed under a receipt about returns, at most ${MAX_LENGTH.return_text} characters; "" prints nothing.`,
    fallback: () => '',
    takesEffect: 'at once',
    schema: text(MAX_LENGTH.return_text),
  },
  scale_labels: {
    description:
      'The layout of labels that scales print, patterns of 13 characters separated by spaces: the prefix (02 or 20 to ' +
      '29), I for the number of the product, W for grams, P for kopiykas, N for pieces, ? for any digit, C for the check ' +
      'digit.',
    fallback: () => USUAL_LABELS,
    takesEffect: 'at once',
    schema: labelList,
  },
  refund_reasons: {
    description: `The reasons of refunds to choose from, separated by semicolons: at most ${MOST_REASONS}, each at most ${MAX_LENGTH.refund_reason} characters.`,
    fallback: () => '',
    takesEffect: 'at once',
    schema: reasonList,
  },
  refund_reason_required: {
    description:
      'Whether a refund needs a reason of that list: yes or no. Without reasons in it none is needed.',
    fallback: () => 'no',
    takesEffect: 'at once',
    schema: oneOfWords(['yes', 'no']),
  },
  takes_cash: {
    description: `Whether the shop takes cash: yes or no. Not set, it does if cash was entered in the last ${CASH_DAYS} days.`,
    fallback: (_dataDir, db) => (hasCashSince(db, Date.now() - CASH_DAYS * DAY_MS) ? 'yes' : 'no'),
    takesEffect: 'at once',
    schema: oneOfWords(['yes', 'no']),
  },
  cash_rounding: {
    description: 'To what a sum in cash is rounded: off, 10 or 50 kopiykas.',
    fallback: () => 'off',
    takesEffect: 'at once',
    schema: oneOfWords(CASH_ROUNDINGS),
  },
  cash_receipts: {
    description:
      'Where the fiscal receipt of a cash sale comes from: elsewhere (the shop issues it on its own register), or ' +
      'not_needed.',
    fallback: () => 'elsewhere',
    takesEffect: 'at once',
    schema: oneOfWords(CASH_RECEIPTS),
  },
  port: {
    description:
      "The service's port on this computer, 1024 to 65535. Where it cannot be had, another one is used for that start, and endpoint.json in the data folder names it.",
    fallback: () => String(DEFAULT_PORT),
    takesEffect: 'at the next start of the service',
    schema: portText,
  },
  ...PRINTER_SETTINGS,
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/**
 * The stored value. An invalid one counts as not set: after a restore on another system a folder may be no path here,
 * and the service must start nevertheless.
 */
const validated = (name: SettingName, stored: string | undefined): string | undefined => {
  const checked = v.safeParse(SETTINGS[name].schema, stored);
  return checked.success ? checked.output : undefined;
};

const ownValue = (db: ReadDb, name: SettingName): string | undefined => validated(name, getSetting(db, name));

const readSetting = (db: ReadDb, name: SettingName, dataDir = ''): string =>
  ownValue(db, name) ?? SETTINGS[name].fallback(dataDir, db);

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
}

export const saleSettings = (db: Db): SaleSettings => {
  const stored = readSettings(db);
  const { fallback } = SETTINGS.default_destination;
  return {
    destination: validated('default_destination', stored.get('default_destination')) ?? fallback(),
    webhookAddress: validated('webhook_address', stored.get('webhook_address')),
    installation: stored.get('installation_id'),
    isMovedAway: stored.has('moved_away'),
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

/** The webhook URL of a terminal; undefined while webhooks are off. */
export const webhookUrl = (address: string | undefined, terminalId: number): string | undefined =>
  address === undefined ? undefined : `${address}${WEBHOOK_PATH}${terminalId}`;

/** Origins of tills in a browser, as browsers send them. */
export const allowedOrigins = (db: Db): string[] => separateOrigins(readSetting(db, 'allowed_origins'));

/** The owner's list of reasons of refunds, and whether a refund needs one of them. */
export const refundReasons = (db: Db): { reasons: string[]; isRequired: boolean } => {
  const reasons = separateReasons(readSetting(db, 'refund_reasons'));
  return { reasons, isRequired: reasons.length > 0 && readSetting(db, 'refund_reason_required') === 'yes' };
};

/** How the shop deals with cash. */
export const counterSettings = (db: ReadDb): CounterSettings => {
  const rounding = readSetting(db, 'cash_rounding');
  const receipts = readSetting(db, 'cash_receipts');
  return {
    takes_cash: readSetting(db, 'takes_cash') === 'yes',
    cash_rounding: CASH_ROUNDINGS.find((each) => each === rounding) ?? 'off',
    cash_receipts: CASH_RECEIPTS.find((each) => each === receipts) ?? 'elsewhere',
  };
};

/** Patterns of shared/labels.ts. */
export const scaleLabels = (db: ReadDb): string => readSetting(db, 'scale_labels');

/** The receipt printer; undefined: the owner has set none. */
export const receiptPrinter = (db: Db): PrinterSetup | undefined =>
  printerSetup((name) => readSetting(db, name));

export interface SettingState {
  name: SettingName;
  /** The effective value. */
  value: string;
  is_default: boolean;
  default: string;
  description: string;
  takes_effect: Setting['takesEffect'];
}

const stateOf = (db: Db, name: SettingName, dataDir: string): SettingState => {
  const { fallback, description, takesEffect } = SETTINGS[name];
  return {
    name,
    value: readSetting(db, name, dataDir),
    is_default: ownValue(db, name) === undefined,
    default: fallback(dataDir, db),
    description,
    takes_effect: takesEffect,
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

/**
 * Returns the value as it would be stored.
 * @throws ValidationError
 */
export const checkedValue = (name: SettingName, input: string): string =>
  validateField(name, SETTINGS[name].schema, input);
