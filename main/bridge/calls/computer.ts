import type { Computer } from '../../../shared/bridge.ts';
import { version } from '../../../shared/version.ts';
import type { Call, Handlers } from '../call.ts';
import type { ShellPreferences } from '../native-shell.ts';

export const computerHandlers: Handlers<'computer'> = {
  'computer.state': (call) => presentComputer(call, call.shell.preferences()),
  'computer.change': (call) => {
    const preferences = call.shell.changePreferences(call.input);
    call.log.info('What the program does on this computer was changed.', { ...call.input });
    return presentComputer(call, preferences);
  },
  'computer.language': ({ shell, input }) => {
    shell.setLanguage(input.language);
    return null;
  },
};

type ComputerContext = Pick<Call, 'host' | 'running' | 'logs'>;

const presentComputer = (
  { host, running, logs }: ComputerContext,
  preferences: ShellPreferences,
): Computer => ({
  platform: process.platform,
  version,
  data_folder: host.config().dataDir,
  log_folder: logs,
  base_url: running.baseUrl,
  starts_with_system: preferences.starts_with_system,
  closes_to_tray: preferences.closes_to_tray,
  notifications: preferences.notifications,
  notification_sound: preferences.notification_sound,
});
