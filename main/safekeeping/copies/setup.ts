import { isAbsolute, resolve } from 'node:path';
import { type Problem, problem } from '../../../shared/errors.ts';
import { MAX_PHRASE_LENGTH, MIN_PHRASE_BITS, normalPhrase, phraseBits } from '../../../shared/passphrase.ts';
import type { Vault } from '../../platform/vault.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { ValidationError } from '../../shop/errors.ts';
import { backupFolder } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { clearSetting, getSetting, setSetting } from '../../store/settings.ts';
import { folderProblem } from '../backups/folder.ts';
import { defaultFolder } from '../backups/list.ts';

export interface CopiesContext {
  db: Db;
  vault: Vault;
  dataDir: string;
  /** Milliseconds UTC. */
  now: () => number;
}

/** Where encrypted copies go; undefined: none are made. */
export const copyFolder = (db: Db): string | undefined => getSetting(db, 'copy_folder');

/**
 * The passphrase of the copies. It is kept, sealed by the vault, since the daily copy is made while nobody is there to
 * type it: this computer holds everything that the phrase protects anyway.
 */
export const copyPhrase = async ({
  db,
  vault,
}: Pick<CopiesContext, 'db' | 'vault'>): Promise<string | undefined> => {
  const sealed = getSetting(db, 'copy_phrase');
  if (sealed === undefined) return undefined;
  await vault.unlock();
  return vault.openPhrase(Buffer.from(sealed, 'base64'));
};

const phraseProblem = (typed: string): Problem | undefined => {
  const phrase = normalPhrase(typed);
  if ([...phrase].length > MAX_PHRASE_LENGTH)
    return problem('max_length', `Ensure this field has no more than ${MAX_PHRASE_LENGTH} characters.`, {
      limit: MAX_PHRASE_LENGTH,
    });
  if (phraseBits(phrase) < MIN_PHRASE_BITS)
    return problem(
      'weak_phrase',
      'The passphrase could be guessed: whoever finds a copy can try as often as they like. Take a longer one, such as six words, or let Kramar make one.',
    );
  return undefined;
};

/** The passphrase of a copy, the typed one or the one that is known, and what is wrong with it. */
const usablePhrase = async (
  context: Pick<CopiesContext, 'db' | 'vault'>,
  typed: string | undefined,
): Promise<{ phrase?: string; found?: Problem | undefined }> => {
  if (typed !== undefined) return { phrase: normalPhrase(typed), found: phraseProblem(typed) };
  const phrase = await copyPhrase(context);
  return phrase === undefined ? { found: problem('required', 'The passphrase is missing.') } : { phrase };
};

/** @throws ValidationError (phrase), OwnerError: the keychain cannot be used */
export const phraseFor = async (
  context: Pick<CopiesContext, 'db' | 'vault'>,
  typed: string | undefined,
): Promise<string> => {
  await context.vault.unlock();
  const locked = context.vault.problem();
  if (locked) throw locked;
  const { phrase, found } = await usablePhrase(context, typed);
  if (phrase === undefined || found) throw new ValidationError({ phrase: found ? [found] : [] });
  return phrase;
};

/** Why copies cannot go into a folder; undefined: they can. */
const copyFolderProblem = ({ db, dataDir }: CopiesContext, folder: string): Problem | undefined => {
  if (!isAbsolute(folder))
    return problem(
      'invalid',
      'It is no absolute path. Expected: the whole path of a folder, from the root or the drive on.',
    );
  if (folder === defaultFolder(dataDir) || folder === backupFolder(db, dataDir))
    return problem(
      'unusable',
      'The backups are there already, not encrypted. Choose a folder on another disk, or one that a cloud program syncs.',
    );
  return folderProblem(folder, 0);
};

/**
 * Turns the copies on, or changes their folder or their passphrase; gives the folder. Copies made before still open with
 * the phrase of that time alone.
 * @param phrase undefined: the one that is known
 * @throws ValidationError (folder, phrase), KeychainError
 */
export const turnOnCopies = async (
  context: CopiesContext,
  { folder: typed, phrase }: { folder: string; phrase: string | undefined },
): Promise<string> => {
  const { db, vault, now } = context;
  const folder = isAbsolute(typed) ? resolve(typed) : typed;
  const unfit = copyFolderProblem(context, folder);
  const { found } = await usablePhrase(context, phrase);
  if (found || unfit)
    throw new ValidationError({ ...(unfit && { folder: [unfit] }), ...(found && { phrase: [found] }) });
  await vault.unlock();
  const sealed = phrase === undefined ? undefined : vault.sealPhrase(normalPhrase(phrase));
  db.transaction(() => {
    setSetting(db, 'copy_folder', folder);
    if (sealed) keepPhrase(db, sealed);
    recordAction(db, now(), { code: 'copies_on', facts: { folder, phrase_changed: sealed !== undefined } });
  });
  return folder;
};

/** @param sealed by the vault */
export const keepPhrase = (db: Db, sealed: Uint8Array): void =>
  setSetting(db, 'copy_phrase', Buffer.from(sealed).toString('base64'));

/** The copies that exist stay; the passphrase is forgotten. */
export const turnOffCopies = ({ db, now }: Pick<CopiesContext, 'db' | 'now'>): void =>
  db.transaction(() => {
    if (copyFolder(db) === undefined) return;
    clearSetting(db, 'copy_folder');
    clearSetting(db, 'copy_phrase');
    recordAction(db, now(), { code: 'copies_off' });
  });
