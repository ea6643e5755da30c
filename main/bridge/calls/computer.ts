import type { Computer } from '../../../shared/bridge/computer.ts';
import { version } from '../../../shared/version.ts';
import { noteAction } from '../../shop/actions/record.ts';
import type { Call, Handlers } from '../call.ts';
import type { ShellPreferences } from '../native-shell.ts';

export const computerHandlers: Handlers<'computer' | 'customer_screen'> = {
  'customer_screen.state': ({ shell }) => shell.customerScreen.state(),
  'customer_screen.open': ({ shell, running }) => {
    shell.customerScreen.open(running.origin);
    return shell.customerScreen.state();
  },
  'customer_screen.close': ({ shell }) => {
    shell.customerScreen.close();
    return shell.customerScreen.state();
  },
  'computer.state': (call) => presentComputer(call, call.shell.preferences()),
  'computer.change': (call) => {
    const preferences = call.shell.changePreferences(call.input);
    const { db, now } = call.running.handle;
    noteAction(db, now(), { code: 'computer_changed', facts: { changed: Object.keys(call.input) } });
    call.log.info('What the program does on this computer was changed.', { ...call.input });
    return presentComputer(call, preferences);
  },
  'computer.theme': ({ shell, input }) => {
    shell.setTheme(input.theme);
    return null;
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
  ...preferences,
});
