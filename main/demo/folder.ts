import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Config, defaultDataDir, type Flags, UsageError } from '../platform/config.ts';
import { databaseFile, masterKeyFile } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';

/** The practice bank's files; only a demo's folder has them. */
export const bankFolder = (dataDir: string): string => join(dataDir, 'practice-bank');
/**
 * The folder in which a demo is built; its database moves out of it last, so a database in the data folder is complete.
 */
export const makingFolder = (dataDir: string): string => join(dataDir, 'making');

export const notADemo = (dataDir: string): OwnerError =>
  new OwnerError(
    'NOT_A_DEMO',
    `The data folder ${dataDir} holds a real shop, not a demo. Nothing was changed. The demo needs a folder of its own.`,
  );

/**
 * Builds the config of a demo: its own folder, a key file (nothing real to protect), and, filled in later, the practice
 * bank's address.
 * @throws UsageError, OwnerError NOT_A_DEMO
 */
export const demoConfig = (config: Config, flags: Flags, env: NodeJS.ProcessEnv): Config => {
  const faults = [
    ...(flags.bankUrl === undefined
      ? []
      : ['--bank-url: not together with --demo, which brings its own practice bank']),
    ...(flags.keychain === 'os'
      ? ['--keychain os: not together with --demo, which keeps its key in a file']
      : []),
  ];
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  const isFolderGiven = flags.dataDir !== undefined || Boolean(env.KRAMAR_DATA_DIR?.trim());
  const dataDir = isFolderGiven ? config.dataDir : `${defaultDataDir(process.platform, env, homedir())}-demo`;
  const isInUse = existsSync(databaseFile(dataDir)) || existsSync(masterKeyFile(dataDir));
  if (isInUse && !existsSync(bankFolder(dataDir))) throw notADemo(dataDir);
  return { ...config, dataDir, keychain: 'file' };
};
