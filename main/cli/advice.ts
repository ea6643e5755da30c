import type { Advice } from '../platform/owner-error.ts';
import { CONSOLE } from './console-command.ts';

const anotherFolder = 'Or choose another folder with --data-dir.';
const anotherShop = 'For another shop, give its folder with --data-dir.';
const anotherBackupFolder = 'To use another backup folder: setting set backup_folder.';
const howToRestore = `To restore a backup: ${CONSOLE} backup list, then: ${CONSOLE} backup restore NAME.`;
const backupList = 'To list backups: backup list.';
const keyInFile =
  'On a machine without a desktop the key can be kept in a file with --keychain file; bank tokens must then be entered again.';

const withoutSession =
  'systemd keeps services of a user who has signed in at the computer or over SSH, not by su or in a container. Sign ' +
  'in so and repeat the command; or install it for the whole computer as administrator, with --at-boot.';

const KEYCHAIN: Record<string, string> = {
  no_keychain: keyInFile,
  no_module: `Run npm ci in the program folder. ${keyInFile}`,
};

const MISSING: Record<string, string> = {
  owner: 'Create one with: owner create.',
  backup: backupList,
  'verified backup': 'Make one with: backup create.',
  copy: 'To list copies: copy list.',
};

/** Advice for an error on a command line: the owner's console, and the service's own. */
export const CONSOLE_ADVICE: Advice = {
  DATA_FOLDER_NOT_A_FOLDER: anotherFolder,
  DATA_FOLDER_NOT_WRITABLE: anotherFolder,
  ALREADY_RUNNING: anotherShop,
  KEYCHAIN_UNAVAILABLE: ({ fault }) => KEYCHAIN[String(fault)],
  DATABASE_CORRUPT: howToRestore,
  DATABASE_NEWER: ({ backup }) =>
    backup === undefined
      ? `${howToRestore} ${anotherShop}`
      : `To restore it: ${CONSOLE} backup restore ${backup}. ${anotherShop}`,
  DATABASE_NOT_LOST: 'Name it with --data-dir.',
  BACKUP_FAILED: ({ isChosen }) =>
    isChosen ? `${anotherBackupFolder} To check everything: doctor.` : undefined,
  BACKUP_FOLDER_UNREADABLE: anotherBackupFolder,
  BACKUP_LAST: 'Make one with: backup create.',
  BACKUP_DAMAGED: backupList,
  BACKUP_ALTERED: backupList,
  BACKUP_FOREIGN: backupList,
  COPIES_OFF: 'With: copy on FOLDER --phrase-stdin.',
  COPY_PHRASE_LOST: 'With: copy on FOLDER --phrase-stdin.',
  COPY_FAILED: 'To use another folder: copy on FOLDER.',
  ALREADY_MOVED: 'With: shop stay.',
  NOT_A_DEMO: 'Start it without --demo, or leave out --data-dir and KRAMAR_DATA_DIR.',
  NOT_FOUND: ({ what }) => MISSING[String(what)],
  PORT_TAKEN: 'Or choose another port with --port N (0 picks a free one).',
  PORT_REFUSED: 'Choose another port with --port N.',
  SERVICE_REFUSED: ({ isOfUser }) => (isOfUser ? withoutSession : undefined),
  owner_exists: 'To replace a forgotten password: owner password.',
};

/** @param bankUrl the bank's address */
export const adviceWithBank = (bankUrl: string): Advice => {
  const address = `The bank address is ${bankUrl}; --bank-url changes it.`;
  return { ...CONSOLE_ADVICE, UNREACHABLE: address, TIMEOUT: address, BAD_GATEWAY: address };
};
