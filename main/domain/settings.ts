import { isAbsolute, join, resolve } from 'node:path';
import * as v from 'valibot';
import { MAX_LENGTH, text } from '../../shared/api/fields.ts';
import { isLoopback } from '../platform/config.ts';
import type { Db } from '../store/db/connection.ts';
import { clearSetting, getSetting, setSetting } from '../store/settings.ts';
import { validateField } from './validate.ts';

/** What the owner sets for the shop. It lies in the database, so that it moves and is backed up with it. */

interface Setting {
  description: string;
  /** What holds while nothing is set. */
  fallback(dataDir: string): string;
  takesEffect: 'at once' | 'at the next start of the service';
  /** Gives the value as it is stored. */
  schema: v.GenericSchema<string, string>;
}

const EXPECTED_ADDRESS =
  'Expected: an https:// address without user name, "?" and "#", for example https://shop.example.com (http:// is for this machine only).';

/** The address itself is not repeated: it may hold a password. */
const addressProblem = (address: string): string | undefined => {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'It is no address that begins with https://.';
  if (url.username || url.password) return 'It has a user name or a password in it.';
  if (/[?#]/.test(address)) return 'It has a "?" or a "#" in it, after which the path could not follow.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'It begins with http://, so what the bank tells could be read on its way.';
  return undefined;
};

const withoutTrailingSlash = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
};

/** Intl also takes offsets (+02:00), which know no summer time. */
const isTimeZone = (name: string): boolean => {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

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
    schema: v.pipe(
      text(1000),
      v.check(
        isAbsolute,
        'It is no absolute path. Expected: the whole path of a folder, from the root or the drive on.',
      ),
      v.transform((path) => resolve(path)),
    ),
  },
  webhook_address: {
    description:
      'Where the bank reaches this service from outside, through a tunnel (docs/webhook.md); "" is off: the bank is told no address, and nothing is received.',
    fallback: () => '',
    takesEffect: 'at once',
    // The bank refuses every sale whose address it does not like, so nothing odd may get there.
    schema: v.pipe(
      text(500),
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed ? addressProblem(dataset.value) : undefined;
        if (problem !== undefined) addIssue({ message: `${problem} ${EXPECTED_ADDRESS}` });
      }),
      v.transform(withoutTrailingSlash),
    ),
  },
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/**
 * What was set. What does not hold any more counts as not set: after a restore on another system a folder may be
 * no path here, and the service must start all the same.
 */
const ownValue = (db: Db, name: SettingName): string | undefined => {
  const stored = getSetting(db, name);
  const checked = v.safeParse(SETTINGS[name].schema, stored);
  return checked.success ? checked.output : undefined;
};

const readSetting = (db: Db, name: SettingName, dataDir = ''): string =>
  ownValue(db, name) ?? SETTINGS[name].fallback(dataDir);

/** "": the merchant's name at the bank is shown. */
export const shopName = (db: Db): string => readSetting(db, 'shop_name');

export const defaultDestination = (db: Db): string => readSetting(db, 'default_destination');

/** A name that Intl knows. */
export const timeZone = (db: Db): string => readSetting(db, 'time_zone');

/** An absolute path; nobody has looked whether it is there. */
export const backupFolder = (db: Db, dataDir: string): string => readSetting(db, 'backup_folder', dataDir);

/** Without a trailing slash; undefined: webhooks are off. */
export const webhookAddress = (db: Db): string | undefined => ownValue(db, 'webhook_address');

export interface SettingState {
  name: SettingName;
  /** What holds. */
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
    default: fallback(dataDir),
    description,
    takes_effect: takesEffect,
  };
};

export const listSettings = (db: Db, dataDir: string): SettingState[] =>
  SETTING_NAMES.map((name) => stateOf(db, name, dataDir));

/**
 * Sets one, and gives how it stands then; "" puts the default back.
 * @throws ValidationError when the value is none for it: nothing is stored
 */
export const changeSetting = (db: Db, dataDir: string, name: SettingName, input: string): SettingState =>
  db.transaction(() => {
    if (input.trim() === '') clearSetting(db, name);
    else setSetting(db, name, checkedValue(name, input));
    return stateOf(db, name, dataDir);
  });

/** As it would be stored. @throws ValidationError */
export const checkedValue = (name: SettingName, input: string): string =>
  validateField(name, SETTINGS[name].schema, input);
