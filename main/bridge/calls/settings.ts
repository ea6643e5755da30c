import type { BridgeSetting } from '../../../shared/bridge/shop.ts';
import { problem } from '../../../shared/errors.ts';
import { refuseBadBackupFolder } from '../../safekeeping/backups/folder.ts';
import { defaultFolder } from '../../safekeeping/backups/list.ts';
import { ValidationError } from '../../shop/errors.ts';
import { changeLogo } from '../../shop/logo/logo.ts';
import {
  changeSetting,
  isSettingName,
  listSettings,
  type SettingName,
  type SettingState,
} from '../../shop/settings.ts';
import type { Handlers } from '../call.ts';

export const settingHandlers: Handlers<'settings' | 'logo'> = {
  'settings.list': ({ host, running }) =>
    listSettings(running.handle.db, host.config().dataDir).map(presentSetting),
  'settings.change': ({ host, input, running, log, guard }) => {
    const { name, value } = input;
    if (!isSettingName(name))
      throw new ValidationError({ name: [problem('invalid_choice', 'There is no setting of that name.')] });
    const { dataDir } = host.config();
    const { db, now } = running.handle;
    const setting = withFaultsOfValue(name, () => {
      if (name === 'backup_folder') {
        guard.requirePassword();
        guard.requireChosenFolder(value, defaultFolder(dataDir));
        refuseBadBackupFolder(dataDir, value);
      }
      return changeSetting(db, dataDir, name, value, now());
    });
    log.info('A setting was changed.', { name, is_default: setting.is_default });
    return presentSetting(setting);
  },
  'logo.change': ({ input, running, log }) => {
    const { db, now } = running.handle;
    const picture = changeLogo(db, input.bytes, now());
    log.info('The logo was changed.', { ...picture });
    return null;
  },
};

/** The domain reports faults by the setting's name; here the field is `value`. */
const withFaultsOfValue = <Result>(name: SettingName, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError({ value: error.problems[name] ?? [] });
  }
};

const presentSetting = (setting: SettingState): BridgeSetting => ({
  name: setting.name,
  value: setting.value,
  is_default: setting.is_default,
  default: setting.default,
  takes_effect: setting.takes_effect,
});
