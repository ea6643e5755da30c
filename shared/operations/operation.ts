import * as v from 'valibot';
import { dictionary } from '../api/fields.ts';

/**
 * anyone: without a sign-in; the operation may still refuse. member: any signed-in person. owner: only the owner.
 * founder: the owner; in a shop that has none yet, the person at its window or in its tab.
 * Members and owners need the access token of the interface, which is checked as with any request. The console asks for
 * none: its user can read the data folder.
 */
export type Access = 'anyone' | 'member' | 'owner' | 'founder';

/**
 * keys: the master key, of the keychain. backups: those of the open database. copies: keys, backups and encrypted copies.
 * service: all that and what only the running service has, so that the console has a command of its own for it.
 */
export type Needs = 'database' | 'keys' | 'backups' | 'copies' | 'service';

/**
 * What the owner does outside the interface, described once: the console, the window and the browser tab make a surface of
 * it. The handlers are in main/operations/.
 */
export interface Operation {
  access: Access;
  /**
   * Needs the owner's password of the last five minutes (`owner.confirm`): a script in the page has the session, but not
   * the password. anew: in the browser tab it is given anew for each such request. in_tab: as anew, and there alone.
   */
  needsPassword: boolean | 'anew' | 'in_tab';
  /** What it works with besides the database; the console opens that and no more: a locked keychain stops nothing else. */
  needs: Needs;
  /** Its work is done while the service is stopped, so that a browser tab gets the answer when it runs again. */
  stopsService: boolean;
  /** May run where there is no database yet; any other refuses, since a mistyped folder must not become an empty shop. */
  makesShop: boolean;
  /** False: it needs a dialog of the window, so that a browser tab cannot call it. */
  isInTab: boolean;
  input: v.GenericSchema;
  /** The console prints it as JSON, with `ok` before it. */
  output: v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>;
}

const USUAL = {
  access: 'owner',
  needsPassword: false,
  needs: 'database',
  stopsService: false,
  makesShop: false,
  isInTab: true,
} as const;

/** The owner's, unless the entry says otherwise. */
export const operation = <
  Input extends v.GenericSchema,
  Output extends Operation['output'],
  const Traits extends Partial<Omit<Operation, 'input' | 'output'>> = Record<never, never>,
>(
  input: Input,
  output: Output,
  traits?: Traits,
) =>
  ({ ...USUAL, ...traits, input, output }) as Omit<typeof USUAL, keyof Traits> &
    Traits & { input: Input; output: Output };

/** The input of an operation without fields. */
export const NOTHING = dictionary({});
/** The output of an operation that gives nothing. */
export const DONE = v.strictObject({});
