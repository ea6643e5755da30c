import { isAbsolute, join, resolve } from 'node:path';
import * as v from 'valibot';
import { MAX_LENGTH, text } from '../../shared/api/fields.ts';
import { CASH_RECEIPTS, CASH_ROUNDINGS } from '../../shared/api/settings.ts';
import { bareIban, isIban } from '../../shared/iban.ts';
import { USUAL_LABELS } from '../../shared/labels.ts';
import { DAY_MS } from '../../shared/time.ts';
import { DEFAULT_PORT } from '../platform/config.ts';
import type { ReadDb } from '../store/db/connection.ts';
import { hasCashSince } from '../store/shifts.ts';
import { PRINTER_SETTINGS } from './printing/settings.ts';
import {
  bankAddressText,
  isTimeZone,
  labelList,
  MOST_REASONS,
  oneOfWords,
  originList,
  percentText,
  portText,
  reasonList,
  yesOrNo,
} from './setting-values.ts';

/** What the payer reads while the owner has set nothing else. */
export const USUAL_DESTINATION = 'Оплата товарів і послуг';

/** Cash that was entered no longer ago than this says that the shop takes cash. */
const CASH_DAYS = 90;

/** The owner's settings for the shop. They are stored in the database, so that they move and are backed up with it. */

export interface Setting {
  description: string;
  /** The value while nothing is set; absent: "". */
  fallback?: (dataDir: string, db: ReadDb) => string;
  /** A change takes effect at once, or at the next start of the service. */
  isAtStart?: true;
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

export const SETTINGS = {
  shop_name: {
    description: `What the shop is called on receipts and in the window, at most ${MAX_LENGTH.shop_name} characters; "" shows the merchant's name at the bank.`,
    schema: text(MAX_LENGTH.shop_name),
  },
  default_destination: {
    description: `What the payer reads where a sale says nothing else, at most ${MAX_LENGTH.destination} characters.`,
    fallback: () => USUAL_DESTINATION,
    schema: text(MAX_LENGTH.destination),
  },
  time_zone: {
    description: "The shop's time zone, a name of the IANA list.",
    fallback: () => 'Europe/Kyiv',
    isAtStart: true,
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
    schema: wholePath,
  },
  month_folder: {
    description:
      'Where the archive of each month that is closed is put besides, an absolute path, such as a folder that a cloud ' +
      'keeps; "" is none.',
    schema: wholePath,
  },
  webhook_address: {
    description:
      'Where the bank reaches this service from outside, through a tunnel (docs/bank-reports.md); "" is off: ' +
      'the bank gets no address, and nothing is received.',
    schema: bankAddressText,
  },
  allowed_origins: {
    description:
      'Web pages that may use the interface: the exact origins of tills that run in a browser, separated by spaces; "" is none. Such a page still needs a key or a sign-in.',
    schema: originList,
  },
  seller_iban: {
    description: 'The seller\'s account on papers, an IBAN; "" prints none.',
    schema: v.pipe(
      text(60),
      v.transform(bareIban),
      v.check(isIban, 'It is no IBAN. Expected: UA and 27 digits, as UA213223130000026007233566001.'),
    ),
  },
  return_text: {
    description: `What is printed under a receipt about returns, at most ${MAX_LENGTH.return_text} characters; "" prints nothing.`,
    schema: text(MAX_LENGTH.return_text),
  },
  scale_labels: {
    description:
      'The layout of labels that scales print, patterns of 13 characters separated by spaces: the prefix (02 or 20 to ' +
      '29), I for the number of the product, W for grams, P for kopiykas, N for pieces, ? for any digit, C for the check ' +
      'digit.',
    fallback: () => USUAL_LABELS,
    schema: labelList,
  },
  refund_reasons: {
    description: `The reasons of refunds to choose from, separated by semicolons: at most ${MOST_REASONS}, each at most ${MAX_LENGTH.refund_reason} characters.`,
    schema: reasonList,
  },
  refund_reason_required: {
    description:
      'Whether a refund needs a reason of that list: yes or no. Without reasons in it none is needed.',
    fallback: () => 'no',
    schema: yesOrNo,
  },
  takes_cash: {
    description: `Whether the shop takes cash: yes or no. Not set, it does if cash was entered in the last ${CASH_DAYS} days.`,
    fallback: (_dataDir, db) => (hasCashSince(db, Date.now() - CASH_DAYS * DAY_MS) ? 'yes' : 'no'),
    schema: yesOrNo,
  },
  cash_rounding: {
    description: 'To what a sum in cash is rounded: off, 10 or 50 kopiykas.',
    fallback: () => 'off',
    schema: oneOfWords(CASH_ROUNDINGS),
  },
  cash_receipts: {
    description:
      'Where the fiscal receipt of a cash sale comes from: elsewhere (the shop issues it on its own register), or ' +
      'not_needed.',
    fallback: () => 'elsewhere',
    schema: oneOfWords(CASH_RECEIPTS),
  },
  discount_limit: {
    description:
      'The largest discount of a sale, in whole percent (0 to 100) of the full price of its lines, that is given ' +
      'without a second person; "" is any. A price below that of the catalog is a discount too. It does not hold for the ' +
      'owner.',
    schema: percentText,
  },
  held_carts: {
    description:
      'Whether carts can be set aside at the counter: yes or no. Those that are set aside already can be taken.',
    fallback: () => 'yes',
    schema: yesOrNo,
  },
  customer_screen: {
    description: 'Whether the counter has the button of the customer screen: yes or no.',
    fallback: () => 'yes',
    schema: yesOrNo,
  },
  port: {
    description:
      "The service's port on this computer, 1024 to 65535. Where it cannot be had, another one is used for that start, and endpoint.json in the data folder names it.",
    fallback: () => String(DEFAULT_PORT),
    isAtStart: true,
    schema: portText,
  },
  ...PRINTER_SETTINGS,
} as const satisfies Record<string, Setting>;
