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
 * What the window may ask of the program it belongs to, and may not ask over HTTP: typed once, for the preload that
 * carries it, the main process that does it and the screens that ask.
 */

/**
 * anyone: nobody need be signed in; a call may still refuse. member: whoever is signed in. owner: the owner alone.
 * Both carry the access token of the interface, which is checked as with any request.
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
  /** What holds. */
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
  /** Null where its manifest does not tell. */
  invoices: v.nullable(v.number()),
  state: v.picklist(BACKUP_STATES),
});
export type BridgeBackup = v.InferOutput<typeof backup>;

/** The parts of the program that belong to this computer, not to the shop. */
const computer = v.strictObject({
  /** As Node calls it: win32, darwin, linux. */
  platform: v.string(),
  version: v.string(),
  data_folder: v.string(),
  log_folder: v.string(),
  /** The interface's base address, for a till on this computer. */
  base_url: v.string(),
  /** Null where the system has no such thing (Electron knows login items on Windows and macOS only). */
  starts_with_system: v.nullable(v.boolean()),
  closes_to_tray: v.boolean(),
  notifications: v.boolean(),
  notification_sound: v.boolean(),
});
export type Computer = v.InferOutput<typeof computer>;

const update = v.strictObject({
  /**
   * off: this build has no update channel. none: this is the newest version. ready: downloaded; installed when the
   * owner says so. failed: `detail` says why, and everything is as it was.
   */
  status: v.picklist(['off', 'unknown', 'checking', 'none', 'available', 'downloading', 'ready', 'failed']),
  /** The version that is offered; "" where none is. */
  version: v.string(),
  /** Whole percents of the download. */
  progress: v.number(),
  detail: v.string(),
});
export type UpdateState = v.InferOutput<typeof update>;

export const BRIDGE = {
  /** How far the first run has come, and which shop this is. */
  'shop.state': call(
    'anyone',
    NOTHING,
    v.strictObject({
      has_owner: v.boolean(),
      has_terminal: v.boolean(),
      /** The demo: made-up people, goods and sales, and no money moves. */
      is_practice: v.boolean(),
    }),
  ),
  /**
   * From the shop to the practice shop (the owner alone, once there is one) and back (anyone). The service stops and
   * starts on the other data folder; the window is loaded anew.
   */
  'shop.switch': call('anyone', dictionary({ to: v.picklist(['own', 'practice']) }), DONE),
  /** Refused once there is an owner. */
  'owner.create': call(
    'anyone',
    dictionary({ username: newUsernameField(), password: passwordField() }),
    v.strictObject({ id: v.number(), username: v.string() }),
  ),
  /** Every session of the owner ends with it. */
  'owner.password': call('owner', dictionary({ current: passwordField(), password: passwordField() }), DONE),
  'employees.add': call(
    'owner',
    dictionary({ username: newUsernameField(), ...employeeFields, password: passwordField() }),
    employeeId,
  ),
  /** What is left out stays. A new password ends the employee's sessions; so does `is_active: false`. */
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
  /** Asks the bank whose the token is; nothing is stored. */
  'terminals.try': call('owner', dictionary({ token: bankToken() }), v.strictObject(merchant)),
  'terminals.add': call(
    'owner',
    dictionary({ name: terminalName(), token: bankToken() }),
    v.strictObject({
      ...terminalWithToken.entries,
      /** Null: they could not be fetched now and come with the next synchronisation. */
      registers: v.nullable(v.number()),
    }),
  ),
  'terminals.token': call('owner', dictionary({ id: pk(), token: bankToken() }), terminalWithToken),
  'settings.list': call('owner', NOTHING, v.array(setting)),
  /** "" puts the default back. */
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
      /** Folders that could not be read, and why. */
      problems: v.array(v.string()),
      /** Invoices in the shop now. */
      invoices: v.number(),
    }),
  ),
  'backups.create': call('owner', NOTHING, backup),
  /** Reads it from end to end. */
  'backups.verify': call(
    'owner',
    dictionary({ name: text(1000) }),
    v.strictObject({ ...backup.entries, schema: v.number() }),
  ),
  /**
   * Verified once more, then put in the place of the database, which is kept aside; the service stops for it and
   * starts again, and the window is loaded anew.
   */
  'backups.restore': call(
    'owner',
    dictionary({ name: text(1000) }),
    v.strictObject({
      backup,
      /** Where what was there before is kept; null: nothing was. */
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
  /** The window's language, in which the tray, the menu and the notifications speak from now on. */
  'computer.language': call('anyone', dictionary({ language: v.picklist(['uk', 'en']) }), DONE),
  /** Null: the owner thought better of it. */
  'folder.choose': call('owner', NOTHING, v.strictObject({ path: v.nullable(v.string()) })),
  'folder.open': call('owner', dictionary({ which: v.picklist(['data', 'logs', 'backups']) }), DONE),
  'file.save': call(
    'member',
    dictionary({ name: fileName(), bytes: v.instance(Uint8Array) }),
    v.strictObject({ path: v.nullable(v.string()) }),
  ),
  /** Prints what the window shows, through the system's dialog. */
  'page.print': call('member', NOTHING, DONE),
  /** What printing would give, as a PDF that the user saves. */
  'page.pdf': call(
    'member',
    dictionary({ name: fileName() }),
    v.strictObject({ path: v.nullable(v.string()) }),
  ),
  /** In the user's browser; addresses of the bank and of this service only. */
  'outside.open': call('anyone', dictionary({ url: text(2000) }), DONE),
  'update.state': call('member', NOTHING, update),
  'update.check': call('owner', NOTHING, update),
  'update.download': call('owner', NOTHING, update),
  /** A backup first; refused while a payment is open. The program ends and comes back as the new version. */
  'update.install': call('owner', NOTHING, DONE),
  /** Stops the service and starts it again, for settings that take effect then. */
  'service.restart': call('owner', NOTHING, DONE),
} as const satisfies Record<string, CallShape>;

export type CallName = keyof typeof BRIDGE;
/** As the screens give it and the main process works with it: the schemas check and trim, but change no type. */
export type CallInput<Name extends CallName> = v.InferOutput<(typeof BRIDGE)[Name]['input']>;
export type CallOutput<Name extends CallName> = v.InferOutput<(typeof BRIDGE)[Name]['output']>;

/** Why a call was refused. Not an exception: of one Electron's transport keeps the message alone. */
export interface BridgeRefusal {
  /**
   * VALIDATION (see `errors`), NOT_FOUND, SIGN_IN (the token does not hold), FORBIDDEN (not the owner),
   * NOT_ALLOWED (no such call, or not from this page), OPEN_PAYMENT (an invoice may still be paid), UNAVAILABLE (the service is starting again),
   * CUT_OFF (it was stopped in the middle: it may have been done), the bank's codes
   * with BANK_ before them (BANK_FORBIDDEN: it does not know the token), the program's own codes, INTERNAL.
   */
  code: string;
  /** English; the screens tell it in their own words where they know the code. */
  detail: string;
  errors?: FieldErrors;
  /** A ProblemCode for each message in `errors`, in the same place. */
  codes?: FieldErrors;
}

export type BridgeAnswer<Name extends CallName = CallName> =
  | { ok: true; value: CallOutput<Name> }
  | { ok: false; refusal: BridgeRefusal };

/** What the program tells the window by itself. */
export type BridgeEvent =
  /** Show this place: a link was followed, or the tray's menu chosen. */
  | { type: 'go'; path: string }
  /** The computer was locked: so is the window. */
  | { type: 'lock' }
  | { type: 'update'; state: UpdateState };

/** What the preload puts into the page, and nothing else. */
export interface KramarBridge {
  call(name: string, input: unknown, accessToken: string | null): Promise<BridgeAnswer>;
  /** Gives what ends it. */
  listen(listener: (event: BridgeEvent) => void): () => void;
}
