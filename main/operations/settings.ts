import { refuseBadBackupFolder, refuseBadMonthFolder } from '../safekeeping/backups/folder.ts';
import { defaultFolder } from '../safekeeping/backups/list.ts';
import { fieldRefusal } from '../shop/errors.ts';
import { changeSetting, isSettingName, listSettings } from '../shop/settings.ts';
import { findOwner } from '../store/accounts.ts';
import { clearSetting, getSetting } from '../store/settings.ts';
import { allTerminals } from '../store/terminals.ts';
import type { Handlers } from './operation.ts';

export const settingHandlers: Handlers<'settings' | 'printers' | 'shop.state'> = {
  'settings.list': ({ db, dataDir }) => ({ settings: listSettings(db, dataDir) }),
  'settings.change': ({ input: { name, value }, db, dataDir, now, log, guard, wake }) => {
    if (!isSettingName(name))
      throw fieldRefusal('name', 'invalid_choice', 'There is no setting of that name.');
    if (name === 'backup_folder') {
      guard.requirePassword(true);
      guard.requireChosenFolder(value, defaultFolder(dataDir));
      refuseBadBackupFolder(dataDir, value);
    }
    if (name === 'month_folder') {
      guard.requirePassword(true);
      guard.requireChosenFolder(value, '', name);
      refuseBadMonthFolder(value);
    }
    const setting = changeSetting(db, dataDir, name, value, now());
    log.info('A setting was changed.', { name, is_default: setting.is_default });
    if (name === 'month_folder') {
      // The month that was closed last is put there at once.
      clearSetting(db, 'month_filed');
      wake();
    }
    return setting;
  },
  'printers.test': async ({ printer, log }) => {
    const fault = await printer.test();
    log.info('A test page was sent to the receipt printer.', { fault });
    return { fault };
  },
  'shop.state': ({ db }) => ({
    has_owner: findOwner(db) !== undefined,
    has_terminal: allTerminals(db).length > 0,
    is_practice: getSetting(db, 'demo') !== undefined,
  }),
};
