import type { OsFault } from '../../shared/errors.ts';

/** The cause and the remedy, for the owner; each without its full stop. */
export interface Reason {
  /** Undefined for an unknown code. */
  fault: OsFault | undefined;
  why: string;
  remedy: string;
}

/** Codes of the operating system and of SQLite; IN_USE and DAMAGED come from a backup's own check. */
const MEANINGS: readonly [codes: RegExp, fault: OsFault, why: string, remedy: string][] = [
  // SHMSIZE: the index of the log could not grow, for which a full disk is the usual reason.
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/, 'full', 'the disk is full', 'Free some space'],
  [
    /^(ENOENT|ENODEV|ENXIO)$/,
    'absent',
    'the folder is not there',
    'Plug in the disk that it is on, or make the folder',
  ],
  [/^(ENOTDIR|EEXIST)$/, 'not_a_folder', 'there is a file where the folder should be', 'Move that file away'],
  [/^(EROFS|SQLITE_READONLY.*)$/, 'read_only', 'it is write-protected', 'Make it writable'],
  [
    /^(EACCES|EPERM|SQLITE_CANTOPEN.*|SQLITE_PERM)$/,
    'no_right',
    'your user has no right to',
    'Give your user the right to',
  ],
  [
    /^(IN_USE|EBUSY|ETXTBSY|SQLITE_BUSY.*|SQLITE_LOCKED.*|SQLITE_PROTOCOL)$/,
    'in_use',
    'another program holds a file that is needed',
    'Close that program, or wait until it is done',
  ],
  [/^EADDRINUSE$/, 'port_taken', 'another program has taken it', 'Stop that program'],
  [
    /^(EIO|SQLITE_IOERR.*)$/,
    'disk',
    'the disk does not take or give what it should',
    'Check the disk and its cable',
  ],
  [/^(DAMAGED|SQLITE_(CORRUPT|NOTADB).*)$/, 'damaged', 'the copy did not pass its check', 'Check the disk'],
];

/** The same fault, where a file was to be read. */
const NO_FILE: Pick<Reason, 'why' | 'remedy'> = { why: 'there is no such file', remedy: 'Check its name' };

/**
 * Explains a failure of the file system, the network's ports or the database.
 * @param what was wanted
 */
export const reasonOf = (error: unknown, what: 'folder' | 'file' = 'folder'): Reason => {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '');
  const message = error instanceof Error ? error.message : String(error);
  const [, fault, why, remedy] = MEANINGS.find(([codes]) => codes.test(code)) ?? [];
  if (what === 'file' && fault === 'absent') return { fault, ...NO_FILE };
  return {
    fault,
    // Only the system's messages name their code; SQLite's do not.
    why: why ? `${why} (${code.startsWith('SQLITE_') ? `${code}: ` : ''}${message})` : message,
    remedy: remedy ?? 'Try again; if it stays so, restart the PC',
  };
};

/** As the system says it: for what would fill the disk, before it is written. */
export const noSpaceLeft = (): Error => Object.assign(new Error('no space left'), { code: 'ENOSPC' });
