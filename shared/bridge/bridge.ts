import * as v from 'valibot';
import { dictionary, text } from '../api/fields.ts';
import type { BankOutcome, FieldErrors, FieldFacts, OsFault } from '../errors.ts';
import { NOTHING } from '../operations/operation.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { backup, copy, phrase } from '../operations/safekeeping.ts';
import { type CallShape, call, DONE } from './call.ts';
import { COMPUTER_CALLS, type UpdateState } from './computer.ts';
import { PEOPLE_CALLS } from './people.ts';

/** Calls for encrypted copies that need the window. */
const COPY_CALLS = {
  /** Begins the shop with one of them. Refused once there is an owner. */
  'copies.adopt': call(
    'anyone',
    dictionary({ path: text(1000), phrase: phrase() }),
    v.strictObject({
      ...copy.entries,
      /** Name of the computer that made it. */
      computer: v.string(),
      /** How many bank tokens came with it. */
      tokens: v.number(),
      /** False: the keychain could not be used, so no token was kept. */
      has_keychain: v.boolean(),
      is_move: v.boolean(),
    }),
  ),
} as const;

/** Calls for backups that need the window, and for which shop this is. */
const SHOP_CALLS = {
  /**
   * Switches from the shop to the practice shop (only the owner, once there is one) and back (anyone). The service
   * restarts on the other data folder, and the window reloads.
   */
  'shop.switch': call('anyone', dictionary({ to: v.picklist(['own', 'practice']) }), DONE),
  /**
   * The backups and the encrypted copies in a folder that the person chooses in the system's dialog, newest first;
   * null: none was chosen. Refused once there is an owner.
   */
  'backups.choose': call(
    'anyone',
    NOTHING,
    v.nullable(v.strictObject({ folder: v.string(), backups: v.array(backup), copies: v.array(copy) })),
  ),
  /** Begins the shop with one of them, as `backups.restore` does. Refused once there is an owner. */
  'backups.adopt': call('anyone', dictionary({ path: text(1000) }), backup),
} as const;

/**
 * The calls that the window may make to its program, but not over HTTP: typed once, for the preload, the main process
 * and the screens.
 */
export const BRIDGE = {
  ...OPERATIONS,
  ...SHOP_CALLS,
  ...COPY_CALLS,
  ...PEOPLE_CALLS,
  ...COMPUTER_CALLS,
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
   * starting again), PASSWORD_NEEDED (`owner.confirm` comes first), CUT_OFF (stopped midway: it may have taken effect), the bank's codes with the prefix BANK_
   * (BANK_FORBIDDEN: an unknown token), the program's own codes, INTERNAL.
   */
  code: string;
  /** English; the screens have their own text for each known code. */
  detail: string;
  errors?: FieldErrors;
  /** A ProblemCode for each message in `errors`, at the same index. */
  codes?: FieldErrors;
  /** The numbers and names in each message of `errors`, at the same index. */
  facts?: FieldFacts;
  /** The cause, if a disk or a folder is at fault. */
  fault?: OsFault;
  /** The bank's codes: what became of the request. */
  outcome?: BankOutcome;
  /** BACKUP_ALTERED: the tables, indexes and triggers that are not Kramar's. */
  names?: string[];
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
