import type { Computer } from '../../../shared/bridge.ts';
import { version } from '../../../shared/version.ts';
import type { Call, Works } from '../call.ts';
import type { DeskPreferences } from '../desk.ts';

export const computerCalls: Works<'computer'> = {
  'computer.state': (call) => presentComputer(call, call.desk.preferences()),
  'computer.change': (call) => {
    const preferences = call.desk.changePreferences(call.input);
    call.log.info('What the program does on this computer was changed.', { ...call.input });
    return presentComputer(call, preferences);
  },
  'computer.language': ({ desk, input }) => {
    desk.speak(input.language);
    return null;
  },
};

type Around = Pick<Call, 'host' | 'running' | 'logs'>;

const presentComputer = ({ host, running, logs }: Around, preferences: DeskPreferences): Computer => ({
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
