import * as v from 'valibot';
import { choice, count, nullable, string, timestamp } from '../api/answers.ts';
import { dictionary, integer, text } from '../api/fields.ts';
import { BACKUP_KINDS, BACKUP_STATES } from '../api/statuses.ts';
import { OS_FAULTS } from '../errors.ts';
import { MAX_PHRASE_LENGTH } from '../passphrase.ts';
import { DONE, NOTHING, operation } from './operation.ts';

export const backup = v.strictObject({
  name: string('Name of the backup, for the other commands.', 'kramar-20260302-020000-scheduled.db'),
  path: string('Its file.'),
  kind: choice(BACKUP_KINDS, 'Why it was made.'),
  created_at: timestamp('The moment whose data it holds, UTC.'),
  size: count('Bytes.'),
  schema: nullable(count('Version of the schema; null: not known without verifying.')),
  invoices: nullable(count('Invoices in it; null: not known without verifying.')),
  state: choice(BACKUP_STATES, 'As far as it can be judged without reading it.'),
});
export type BackupState = v.InferOutput<typeof backup>;

export const copy = v.strictObject({
  name: string('Name of the copy.'),
  path: string('Its file.'),
  kind: string('Why it was made.', 'manual'),
  created_at: timestamp('The moment whose data it holds, UTC.'),
  size: count('Bytes.'),
});
export type CopyState = v.InferOutput<typeof copy>;

const copiesState = v.strictObject({
  /** Null: encrypted copies are off. */
  folder: v.nullable(v.string()),
  /** Newest first. */
  copies: v.array(copy),
  /** Whether the folder could be read. */
  is_readable: v.boolean(),
});
export type CopiesState = v.InferOutput<typeof copiesState>;

/** Where it was put: in the window a path, null when no folder was chosen; in a tab the name of the download. */
const givenFile = v.strictObject({ path: v.nullable(v.string()) });

/** As it is typed: it may begin with a space, and only the domain judges it. */
export const phrase = () => v.pipe(v.string(), v.maxLength(4 * MAX_PHRASE_LENGTH));

/** The bytes of a file; base64 where they come as JSON. */
const file = () => v.union([v.instance(Uint8Array), v.pipe(v.string(), v.base64())]);

/** A number that may come in the query, as text. */
const digits = (min: number) =>
  v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given)),
    integer(min, Number.MAX_SAFE_INTEGER),
  );

/** None where the logo was removed. */
const pictureFacts = {
  type: v.optional(choice(['image/png', 'image/jpeg'], 'Media type of the picture.')),
  width: v.optional(count('Pixels.')),
  height: v.optional(count('Pixels.')),
};

const service = { needs: 'service' } as const;
const founding = { access: 'founder', needs: 'service', needsPassword: true } as const;
const guarded = { needsPassword: true } as const;

/** Backups, encrypted copies, moving to another computer, and the logo. */
export const SAFEKEEPING_OPERATIONS = {
  /** A PNG or JPEG file; null removes the logo. */
  'logo.change': operation(dictionary({ bytes: v.nullable(file()) }), v.strictObject(pictureFacts)),
  'backups.list': operation(
    NOTHING,
    v.strictObject({
      folder: v.string(),
      /** Newest first. */
      backups: v.array(backup),
      /** Unreadable folders, and why. */
      problems: v.array(v.strictObject({ detail: v.string(), fault: v.optional(v.picklist(OS_FAULTS)) })),
      /** Invoices in the shop now. */
      invoices: v.number(),
    }),
    service,
  ),
  'backups.create': operation(NOTHING, v.strictObject({ backup }), { needs: 'backups' }),
  /**
   * Takes a piece of a backup or an encrypted copy that the owner's page sends, as the body of its request; what it
   * answers with names the file then.
   */
  'backups.upload': operation(
    dictionary({
      name: text(1000),
      /** When the file was written, milliseconds UTC. */
      modified_at: digits(0),
      /** Bytes of the whole file. */
      size: digits(1),
      /** Where the piece begins; 0 begins a new file, in place of the one before. */
      offset: digits(0),
    }),
    v.strictObject({ path: v.string() }),
    founding,
  ),
  /** Reads the whole backup; `phrase`: of an encrypted copy. */
  'backups.verify': operation(
    dictionary({ name: text(1000), phrase: v.optional(phrase()) }),
    v.strictObject({ ...backup.entries, schema: v.number() }),
    { ...service, access: 'founder' },
  ),
  /**
   * Verifies it once more, then replaces the database, which is kept aside; the service restarts for it, and the page
   * reloads.
   */
  'backups.restore': operation(
    dictionary({ name: text(1000), phrase: v.optional(phrase()) }),
    v.strictObject({
      backup,
      /** Path of the previous database; null: there was none. */
      previous_path: v.nullable(v.string()),
      /** False: the keychain could not be used, so that the bank tokens of an encrypted copy were not kept. */
      has_keychain: v.boolean(),
    }),
    { ...founding, stopsService: true },
  ),
  /** The disks of this computer besides that of the data, for backups; free space in bytes. */
  'disks.list': operation(
    NOTHING,
    v.strictObject({ disks: v.array(v.strictObject({ path: v.string(), free: v.number() })) }),
    service,
  ),
  'copies.state': operation(NOTHING, copiesState, service),
  'copies.create': operation(NOTHING, v.strictObject({ copy }), { needs: 'copies' }),
  /** Of a folder of this computer. Without a phrase the known one stays. */
  'copies.setup': operation(
    dictionary({ folder: text(1000), phrase: v.optional(phrase()) }),
    v.strictObject({ folder: string('The folder.') }),
    { needs: 'keys', needsPassword: 'anew' },
  ),
  'copies.off': operation(NOTHING, DONE, guarded),
  /** Gives one as a file, which is none of those that are kept. Without a phrase it has theirs. */
  'copies.export': operation(dictionary({ phrase: v.optional(phrase()) }), givenFile, {
    ...service,
    ...guarded,
  }),
  /** Gives all data as one zip, without secrets. */
  'data.export': operation(NOTHING, givenFile, { ...service, ...guarded }),
  /** Gives the logs as one zip. */
  'logs.export': operation(NOTHING, givenFile, service),
  /** Makes a copy for the other computer; this one no longer asks the bank. */
  'shop.move': operation(NOTHING, v.strictObject({ copy }), { ...guarded, needs: 'copies' }),
  /** The way back. */
  'shop.stay': operation(NOTHING, DONE, guarded),
} as const;
