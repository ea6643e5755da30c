import { join } from 'node:path';
import { normalPhrase } from '../../../shared/passphrase.ts';
import { prepareDataFolder, writeDurably } from '../../platform/data-folder.ts';
import type { Log } from '../../platform/log.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Vault } from '../../platform/vault.ts';
import { checkTime, inThread } from '../../store/backup/thread.ts';
import type { OpenedCopy } from '../../store/copies/copy-file.ts';
import type { Copy } from '../../store/copies/files.ts';
import type { Db } from '../../store/db/connection.ts';
import { clearSetting } from '../../store/settings.ts';
import { removeScratches, unusableBackup, withScratch } from '../backups/list.ts';
import { type Restored, restoreBackup } from '../backups/restore.ts';
import { setMark } from '../moving/mark.ts';
import { COPY_SCRATCH } from './copies.ts';
import { maskSecrets, sealSecrets } from './secrets.ts';
import { keepPhrase } from './setup.ts';

export interface RestoredCopy extends Restored {
  /** How many bank tokens were sealed anew on this computer. */
  tokens: number;
  /** Why none were: the keychain cannot be used; undefined: it could. */
  keychain: OwnerError | undefined;
  /** Name of the computer that made the copy. */
  computer: string;
  /** The copy was made to move the shop here. */
  isMove: boolean;
}

interface Context {
  dataDir: string;
  /** Of the database that is restored. */
  openVault(db: Db): Promise<Vault>;
  log: Pick<Log, 'secret'>;
  now: number;
}

/**
 * Restores an encrypted copy: its database is put in place as a backup is, and its bank tokens are sealed with the key
 * of this computer.
 * @throws OwnerError COPY_PHRASE_WRONG, COPY_TRUNCATED, BACKUP_DAMAGED, and what `restoreBackup` throws; the database is
 * unchanged then
 */
export const restoreCopy = async (
  { dataDir, openVault, log, now }: Context,
  copy: Copy,
  typedPhrase: string,
): Promise<RestoredCopy> => {
  const phrase = normalPhrase(typedPhrase);
  prepareDataFolder(dataDir);
  await removeScratches(dataDir, COPY_SCRATCH);
  return withScratch(dataDir, COPY_SCRATCH, async (scratch) => {
    const path = join(scratch, 'opened.db');
    const { about, secrets } = await openCopy(copy, phrase, path);
    maskSecrets(log, secrets);
    writeDurably(join(scratch, 'opened.json'), JSON.stringify(about.backup));
    const sealed = { tokens: 0, keychain: undefined as OwnerError | undefined };
    const restored = await restoreBackup(dataDir, path, now, {
      name: copy.name,
      prepare: async (db) => {
        const vault = await openVault(db);
        sealed.keychain = vault.problem();
        return () => {
          // What another computer sealed does not open here.
          clearSetting(db, 'copy_phrase');
          if (!sealed.keychain) {
            sealed.tokens = sealSecrets(db, vault, secrets);
            keepPhrase(db, vault.sealPhrase(phrase));
          }
          if (about.is_move) clearSetting(db, 'moved_away');
          setMark(db, 'moved_here', { at: now, copy: copy.name, computer: about.computer });
        };
      },
    });
    // Where it was opened is gone by now.
    const backup = { ...restored.backup, name: copy.name, path: copy.path };
    return { ...restored, ...sealed, backup, computer: about.computer, isMove: about.is_move };
  });
};

/**
 * Opens a copy from end to end.
 * @param target where its database is put; undefined: nowhere
 * @throws OwnerError COPY_PHRASE_WRONG, COPY_TRUNCATED, BACKUP_DAMAGED, BACKUP_FOREIGN, BACKUP_NEWER, BACKUP_UNREADABLE
 */
export const openCopy = async (
  copy: Copy,
  phrase: string,
  target: string | undefined,
): Promise<OpenedCopy> => {
  try {
    const timeMs = checkTime(copy.size);
    return await inThread('readCopy', [copy.path, normalPhrase(phrase), target], { timeMs });
  } catch (error) {
    throw error instanceof OwnerError ? error : unusableBackup(copy, error);
  }
};
