import { UsageError } from '../platform/config.ts';
import { refuseBadBackupFolder } from '../safekeeping/backups/folder.ts';
import {
  changeSetting,
  isSettingName,
  listSettings,
  SETTING_NAMES,
  type SettingState,
} from '../shop/settings.ts';
import type { Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';

export const settingList: Run = async (call) => {
  const { config } = call;
  requireDatabase(config);
  const settings = await withDatabase(call, (db) => listSettings(db, config.dataDir));
  return { json: { ok: true, settings }, lines: settings.flatMap(linesOf) };
};

export const settingSet: Run = async (call) => {
  const { operand: name, value, config, log } = call;
  // The word is not repeated: with the order mixed up it may be a secret.
  if (!isSettingName(name))
    throw new UsageError(`There is no setting of that NAME. Expected one of: ${SETTING_NAMES.join(', ')}.`);
  requireDatabase(config);
  if (name === 'backup_folder') refuseBadBackupFolder(config.dataDir, value);
  const setting = await withDatabase(call, (db) => changeSetting(db, config.dataDir, name, value));
  log.info('A setting was changed.', { name, is_default: setting.is_default });
  const description = setting.is_default ? 'has its default again' : 'is set';
  return {
    json: { ok: true, ...setting },
    lines: [`${name} ${description}: "${setting.value}". It takes effect ${setting.takes_effect}.`],
  };
};

const linesOf = ({ name, value, is_default, description, takes_effect }: SettingState): string[] => [
  `${name}: "${value}"${is_default ? ' (default)' : ''}`,
  `    ${description} A change takes effect ${takes_effect}.`,
];
