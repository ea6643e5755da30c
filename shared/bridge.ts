import * as v from 'valibot';
import { newUsernameField, passwordField } from './api/auth.ts';
import { employeeTexts } from './api/employees.ts';
import { boolean, dictionary, pk, text } from './api/fields.ts';
import { BACKUP_STATES } from './api/statuses.ts';
import { bankToken, terminalName } from './api/terminals.ts';
import type { FieldErrors } from './errors.ts';
import { fileName } from './file-name.ts';
import { PERMISSIONS } from './permissions.ts';

/**
 * The calls that the window may make to its program, but not over HTTP: typed once, for the preload, the main process
 * and the screens.
 */

/**
 * anyone: without a sign-in; a call may still refuse. member: any signed-in person. owner: only the owner. Both need
 * the access token of the interface, which is checked as with any request.
 */
export type BridgeAccess = 'anyone' | 'member' | 'owner';

interface CallShape {
  access: BridgeAccess;
  input: v.GenericSchema;
  output: v.GenericSchema;
}

const call = <
  const Access extends BridgeAccess,
  Input extends v.GenericSchema,
  Output extends v.GenericSchema,
>(
  access: Access,
  input: Input,
  output: Output,
) => ({ access, input, output }) satisfies CallShape;

const NOTHING = dictionary({});
const DONE = v.null();

const employeeFields = { ...employeeTexts, permissions: v.array(v.picklist(PERMISSIONS)) };

const employeeId = v.strictObject({ id: v.number() });

const merchant = {
  merchant_id: v.string(),
  merchant_name: v.string(),
  edrpou: v.string(),
};

const terminalWithToken = v.strictObject({ id: v.number(), name: v.string(), ...merchant });

const setting = v.strictObject({
  name: v.string(),
  /** The effective value. */
  value: v.string(),
  is_default: v.boolean(),
  default: v.string(),
  takes_effect: v.picklist(['at once', 'at the next start of the service']),
});
export type BridgeSetting = v.InferOutput<typeof setting>;

const backup = v.strictObject({
  name: v.string(),
  path: v.string(),
  kind: v.string(),
  /** ISO 8601. */
  created_at: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Null when its manifest lacks it. */
  invoices: v.nullable(v.number()),
  state: v.picklist(BACKUP_STATES),
});
export type BridgeBackup = v.InferOutput<typeof backup>;

/** Parts of the program that belong to this computer, not to the shop. */
const computer = v.strictObject({
  /** Node's name: win32, darwin, linux. */
  platform: v.string(),
  version: v.string(),
  data_folder: v.string(),
  log_folder: v.string(),
  /** The interface's base address, for a till on this computer. */
  base_url: v.string(),
  /** Null where the system has no login items (Electron supports Windows and macOS). */
  starts_with_system: v.nullable(v.boolean()),
  closes_to_tray: v.boolean(),
  notifications: v.boolean(),
  notification_sound: v.boolean(),
});
export type Computer = v.InferOutput<typeof computer>;

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

export const BRIDGE = {
  /** Progress of the first run, and which shop this is. */
  'shop.state': call(
    'anyone',
    NOTHING,
    v.strictObject({
      has_owner: v.boolean(),
      has_terminal: v.boolean(),
      /** The demo: invented people, goods and sales, and no money moves. */
      is_practice: v.boolean(),
    }),
  ),
  /**
   * Switches from the shop to the practice shop (only the owner, once there is one) and back (anyone). The service
   * restarts on the other data folder, and the window reloads.
   */
  'shop.switch': call('anyone', dictionary({ to: v.picklist(['own', 'practice']) }), DONE),
  /** Refused once there is an owner. */
  'owner.create': call(
    'anyone',
    dictionary({ username: newUsernameField(), password: passwordField() }),
    v.strictObject({ id: v.number(), username: v.string() }),
  ),
  /** Ends every session of the owner. */
  'owner.password': call('owner', dictionary({ current: passwordField(), password: passwordField() }), DONE),
  'employees.add': call(
    'owner',
    dictionary({ username: newUsernameField(), ...employeeFields, password: passwordField() }),
    employeeId,
  ),
  /** Absent fields stay. A new password ends the employee's sessions; so does `is_active: false`. */
  'employees.change': call(
    'owner',
    dictionary({
      id: pk(),
      full_name: v.optional(employeeFields.full_name),
      email: v.optional(employeeFields.email),
      position: v.optional(employeeFields.position),
      permissions: v.optional(employeeFields.permissions),
      password: v.optional(passwordField()),
      is_active: v.optional(boolean()),
    }),
    employeeId,
  ),
  /** Queries the bank for the token's merchant; nothing is stored. */
  'terminals.try': call('owner', dictionary({ token: bankToken() }), v.strictObject(merchant)),
  'terminals.add': call(
    'owner',
    dictionary({ name: terminalName(), token: bankToken() }),
    v.strictObject({
      ...terminalWithToken.entries,
      /** Null: the fetch failed, and the next synchronisation brings them. */
      registers: v.nullable(v.number()),
    }),
  ),
  'terminals.token': call('owner', dictionary({ id: pk(), token: bankToken() }), terminalWithToken),
  'settings.list': call('owner', NOTHING, v.array(setting)),
  /** "" restores the default. */
  'settings.change': call(
    'owner',
    dictionary({ name: text(64), value: text(1000, { blank: true }) }),
    setting,
  ),
  'backups.list': call(
    'owner',
    NOTHING,
    v.strictObject({
      folder: v.string(),
      /** Newest first. */
      backups: v.array(backup),
      /** Unreadable folders, and why. */
      problems: v.array(v.string()),
      /** Invoices in the shop now. */
      invoices: v.number(),
    }),
  ),
  'backups.create': call('owner', NOTHING, backup),
  /** Reads the whole backup. */
  'backups.verify': call(
    'owner',
    dictionary({ name: text(1000) }),
    v.strictObject({ ...backup.entries, schema: v.number() }),
  ),
  /**
   * Verifies it once more, then replaces the database, which is kept aside; the service restarts for it, and the window
   * reloads.
   */
  'backups.restore': call(
    'owner',
    dictionary({ name: text(1000) }),
    v.strictObject({
      backup,
      /** Path of the previous database; null: there was none. */
      previous_path: v.nullable(v.string()),
    }),
  ),
  'computer.state': call('member', NOTHING, computer),
  'computer.change': call(
    'owner',
    dictionary({
      starts_with_system: v.optional(boolean()),
      closes_to_tray: v.optional(boolean()),
      notifications: v.optional(boolean()),
      notification_sound: v.optional(boolean()),
    }),
    computer,
  ),
  /** Sets the window's language for the tray, the menu and the notifications. */
  'computer.language': call('anyone', dictionary({ language: v.picklist(['uk', 'en']) }), DONE),
  /** Null: the owner cancelled. */
  'folder.choose': call('owner', NOTHING, v.strictObject({ path: v.nullable(v.string()) })),
  'folder.open': call('owner', dictionary({ which: v.picklist(['data', 'logs', 'backups']) }), DONE),
  'file.save': call(
    'member',
    dictionary({ name: fileName(), bytes: v.instance(Uint8Array) }),
    v.strictObject({ path: v.nullable(v.string()) }),
  ),
  /** Prints the window's content through the system's dialog. */
  'page.print': call('member', NOTHING, DONE),
  /** Saves the printout as a PDF. */
  'page.pdf': call(
    'member',
    dictionary({ name: fileName() }),
    v.strictObject({ path: v.nullable(v.string()) }),
  ),
  /** Opens the user's browser; addresses of the bank and of this service only. */
  'outside.open': call('anyone', dictionary({ url: text(2000) }), DONE),
  'update.state': call('member', NOTHING, update),
  'update.check': call('owner', NOTHING, update),
  'update.download': call('owner', NOTHING, update),
  /** Makes a backup first; refused while a payment is open. The program ends and returns as the new version. */
  'update.install': call('owner', NOTHING, DONE),
  /** Restarts the service, for settings that take effect then. */
  'service.restart': call('owner', NOTHING, DONE),
} as const satisfies Record<string, CallShape>;

export type CallName = keyof typeof BRIDGE;
/** The same type for screens and the main process: the schemas check and trim, but change no type. */
export type CallInput<Name extends CallName> = v.InferOutput<(typeof BRIDGE)[Name]['input']>;
export type CallOutput<Name extends CallName> = v.InferOutput<(typeof BRIDGE)[Name]['output']>;

/** Why a call was refused. Not an exception: Electron's transport keeps only its message. */
export interface BridgeRefusal {
  /**
   * VALIDATION (see `errors`), NOT_FOUND, SIGN_IN (the token is not valid), FORBIDDEN (not the owner), NOT_ALLOWED (no
   * such call, or not from this page), OPEN_PAYMENT (an invoice may still be paid), UNAVAILABLE (the service is
   * starting again), CUT_OFF (stopped midway: it may have taken effect), the bank's codes with the prefix BANK_
   * (BANK_FORBIDDEN: an unknown token), the program's own codes, INTERNAL.
   */
  code: string;
  /** English; the screens have their own text for each known code. */
  detail: string;
  errors?: FieldErrors;
  /** A ProblemCode for each message in `errors`, at the same index. */
  codes?: FieldErrors;
}

export type BridgeAnswer<Name extends CallName = CallName> =
  | { ok: true; value: CallOutput<Name> }
  | { ok: false; refusal: BridgeRefusal };

/** Events that the program sends to the window. */
export type BridgeEvent =
  /** Show this screen: a link was opened, or the tray's menu used. */
  | { type: 'go'; path: string }
  /** The computer was locked, so the window locks too. */
  | { type: 'lock' }
  | { type: 'update'; state: UpdateState };

/** The preload's whole addition to the page. */
export interface KramarBridge {
  call(name: string, input: unknown, accessToken: string | null): Promise<BridgeAnswer>;
  /** Gives a function that unsubscribes. */
  listen(listener: (event: BridgeEvent) => void): () => void;
}
