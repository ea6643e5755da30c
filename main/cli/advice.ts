import type { Advice } from '../platform/owner-error.ts';

const anotherFolder = 'Or choose another folder with --data-dir.';
const anotherShop = 'For another shop give its folder with --data-dir.';
const anotherBackupFolder = 'Another folder for backups is set with: setting set backup_folder.';
const putBackupBack =
  'The commands for that: npm run admin -- backup list, and: npm run admin -- backup restore NAME.';
const backupList = 'Those that there are: backup list.';
const keyInFile =
  'On a machine without a desktop the key can be kept in a file with --keychain file; bank tokens given before must then be given again.';

const KEYCHAIN: Record<string, string> = {
  no_keychain: keyInFile,
  no_module: `In the folder of the program that is: npm ci. ${keyInFile}`,
};

const MISSING: Record<string, string> = {
  owner: 'Make one with: owner create.',
  backup: backupList,
  'sound backup': 'Make one with: backup create.',
};

/** Advice for an error on a command line: the owner's console, and the service's own. */
export const CONSOLE_ADVICE: Advice = {
  DATA_FOLDER_NOT_A_FOLDER: anotherFolder,
  DATA_FOLDER_NOT_WRITABLE: anotherFolder,
  ALREADY_RUNNING: anotherShop,
  KEYCHAIN_UNAVAILABLE: ({ fault }) => KEYCHAIN[String(fault)],
  DATABASE_CORRUPT: putBackupBack,
  DATABASE_NEWER: `${putBackupBack} ${anotherShop}`,
  DATABASE_NOT_LOST: 'Name it with --data-dir.',
  BACKUP_FAILED: ({ isChosen }) =>
    isChosen ? `${anotherBackupFolder} Everything is looked at by: doctor.` : undefined,
  BACKUP_FOLDER_UNREADABLE: anotherBackupFolder,
  BACKUP_DAMAGED: backupList,
  BACKUP_ALTERED: backupList,
  BACKUP_FOREIGN: backupList,
  NOT_A_DEMO: 'Start it without --demo, or leave out --data-dir and KRAMAR_DATA_DIR.',
  NOT_FOUND: ({ what }) => MISSING[String(what)],
  PORT_TAKEN: 'Or choose another port with --port N (0 picks a free one).',
  PORT_REFUSED: 'Choose another port with --port N.',
  owner_exists: 'A forgotten password is replaced with: owner password.',
};

/** @param bankUrl the bank's address */
export const adviceWithBank = (bankUrl: string): Advice => {
  const address = `The bank is looked for at ${bankUrl}, which --bank-url changes.`;
  return { ...CONSOLE_ADVICE, UNREACHABLE: address, TIMEOUT: address, BAD_GATEWAY: address };
};
