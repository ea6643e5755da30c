import * as v from 'valibot';
import { boolean, dictionary, text } from '../api/fields.ts';
import { fileName } from '../file-name.ts';
import { NOTHING } from '../operations/operation.ts';
import { call, DONE } from './call.ts';

const receiptWidth = v.picklist([58, 80]);

/** Parts of the program that belong to this computer, not to the shop. */
const computer = v.strictObject({
  /** Node's name: win32, darwin, linux. */
  platform: v.string(),
  version: v.string(),
  data_folder: v.string(),
  log_folder: v.string(),
  /** The interface's base address, for a till on this computer. */
  base_url: v.string(),
  /** False: an unsigned build on macOS, which has no login items, notifications and updates. */
  is_signed: v.boolean(),
  /** Null where the program cannot have it. */
  starts_with_system: v.nullable(v.boolean()),
  closes_to_tray: v.boolean(),
  /** Null where the program cannot have them. */
  notifications: v.nullable(v.boolean()),
  notification_sound: v.nullable(v.boolean()),
  /** Keeps the computer from sleeping while Kramar runs. */
  keeps_awake: v.boolean(),
  /** Takes effect at the next start of the program. */
  hardware_acceleration: v.boolean(),
  /** The system's name of the printer that prints receipts without a dialog; "" for none. */
  receipt_printer: v.string(),
  /** Width of its paper in millimetres. */
  receipt_width: receiptWidth,
});
export type Computer = v.InferOutput<typeof computer>;

const printer = v.strictObject({
  /** The system's own name. */
  name: v.string(),
  /** The name for people. */
  label: v.string(),
});
export type Printer = v.InferOutput<typeof printer>;

const customerScreenState = v.strictObject({
  is_open: v.boolean(),
  /** Whether it is shown on a display of its own, full screen. */
  has_other_display: v.boolean(),
});
export type CustomerScreenState = v.InferOutput<typeof customerScreenState>;

const update = v.strictObject({
  /**
   * off: this build has no update channel. none: this is the newest version. ready: downloaded; installed when the
   * owner says so. failed: `detail` says why, and nothing has changed.
   */
  status: v.picklist(['off', 'unknown', 'checking', 'none', 'available', 'downloading', 'ready', 'failed']),
  /** The offered version; "" for none. */
  version: v.string(),
  /** Whole percents of the download. */
  progress: v.number(),
  detail: v.string(),
});
export type UpdateState = v.InferOutput<typeof update>;

/** Calls for what belongs to this computer: its folders, printers and updates. */
export const COMPUTER_CALLS = {
  'computer.state': call('member', NOTHING, computer),
  'computer.change': call(
    'owner',
    dictionary({
      starts_with_system: v.optional(boolean()),
      closes_to_tray: v.optional(boolean()),
      notifications: v.optional(boolean()),
      notification_sound: v.optional(boolean()),
      keeps_awake: v.optional(boolean()),
      hardware_acceleration: v.optional(boolean()),
      receipt_printer: v.optional(text(1000, { blank: true })),
      receipt_width: v.optional(receiptWidth),
    }),
    computer,
  ),
  /** Sets the window's language for the tray, the menu and the notifications. */
  'computer.language': call('anyone', dictionary({ language: v.picklist(['uk', 'en']) }), DONE),
  /** Sets the theme of the window's frame, menus and dialogs. */
  'computer.theme': call('anyone', dictionary({ theme: v.picklist(['system', 'light', 'dark']) }), DONE),
  'printers.list': call('member', NOTHING, v.array(printer)),
  /** Null: the owner cancelled. */
  'folder.choose': call('owner', NOTHING, v.strictObject({ path: v.nullable(v.string()) })),
  'folder.open': call('owner', dictionary({ which: v.picklist(['data', 'logs', 'backups']) }), DONE),
  'file.save': call(
    'member',
    dictionary({ name: fileName(), bytes: v.instance(Uint8Array) }),
    v.strictObject({ path: v.nullable(v.string()) }),
  ),
  /**
   * Prints the window's content through the system's dialog; a receipt on the chosen printer without one.
   * `receipt_height`: millimetres of a receipt's content.
   */
  'page.print': call(
    'member',
    dictionary({ receipt_height: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(10_000))) }),
    DONE,
  ),
  /** Saves the printout as a PDF. */
  'page.pdf': call(
    'member',
    dictionary({ name: fileName() }),
    v.strictObject({ path: v.nullable(v.string()) }),
  ),
  /** Opens the user's browser; addresses of the bank and of this service only. */
  'outside.open': call('anyone', dictionary({ url: text(2000) }), DONE),
  /** The window that faces the customer. */
  'customer_screen.state': call('member', NOTHING, customerScreenState),
  'customer_screen.open': call('member', NOTHING, customerScreenState),
  'customer_screen.close': call('member', NOTHING, customerScreenState),
  'update.state': call('member', NOTHING, update),
  'update.check': call('owner', NOTHING, update),
  'update.download': call('owner', NOTHING, update),
  /** Makes a backup first; refused while a payment is open. The program ends and returns as the new version. */
  'update.install': call('owner', NOTHING, DONE),
  /** Restarts the service, for settings that take effect then. */
  'service.restart': call('owner', NOTHING, DONE),
} as const;
