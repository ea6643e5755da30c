import * as v from 'valibot';
import { flag, nullable, string } from '../../../shared/api/answers.ts';
import type { Commands } from '../command.ts';
import { result } from '../results.ts';
import { serviceInstall, serviceRemove, serviceStatus } from '../service/service.ts';

const place = () => string('The file or task that the system keeps.', '/etc/systemd/system/kramar.service');

export const serviceCommands = {
  'service install': {
    summary: 'lets the system start Kramar without a window, and starts it now',
    details: [
      'A unit of systemd, an agent of launchd or a task of Windows. Without --at-boot it starts when you sign in and may use the keychain. With --at-boot it starts with the computer: an administrator installs it, names the folder, and the key is in a file, since no keychain is open then.',
      'A second install replaces the first, for example after the program was moved.',
    ],
    options: ['at-boot', 'run-as'],
    examples: [
      'service install',
      'service install --at-boot --run-as olena --data-dir /home/olena/.local/share/kramar --keychain file',
    ],
    result: result({
      place: place(),
      at_boot: flag('Whether it starts with the computer.'),
      state: string("In the system's own words.", 'active'),
    }),
    hasNoLog: true,
    run: serviceInstall,
  },
  'service status': {
    summary: 'shows whether the service is installed, runs and answers',
    options: ['at-boot'],
    examples: ['service status', 'service status --at-boot'],
    result: result({
      is_installed: flag('Whether the system knows it.', true),
      place: place(),
      state: string("In the system's own words.", 'active'),
      missing_files: v.array(string('A file that its command names and that is not there any more.')),
      base_url: nullable(string('Where Kramar answers; null: nothing runs with that folder.')),
    }),
    hasNoLog: true,
    run: serviceStatus,
  },
  'service remove': {
    summary: 'stops the service and forgets it; data and program stay',
    options: ['at-boot'],
    examples: ['service remove', 'service remove --at-boot'],
    result: result({ place: place() }),
    hasNoLog: true,
    run: serviceRemove,
  },
} satisfies Commands;
