import type { PowerMonitor } from 'electron';
import type { Tell } from '../bridge/desk.ts';
import type { Log } from '../platform/log.ts';
import type { Host } from '../start/host.ts';

interface PowerContext {
  powerMonitor: PowerMonitor;
  host: Pick<Host, 'wake'>;
  tell: Tell;
  log: Log;
  /** In order and without a question. */
  end(): void;
}

interface Preventable {
  preventDefault?(): void;
}

/** https://www.electronjs.org/docs/latest/api/power-monitor */
export const followPower = ({ powerMonitor, host, tell, log, end }: PowerContext): void => {
  powerMonitor.on('suspend', () => log.info('The computer goes to sleep.'));
  powerMonitor.on('resume', () => {
    log.info('The computer is awake again: what is due is done.');
    host.wake();
  });
  powerMonitor.on('lock-screen', () => tell({ type: 'lock' }));
  // Linux and macOS; the typings know of no event, the documentation does. Windows: see window.ts, session-end.
  powerMonitor.on('shutdown', ((event?: Preventable) => {
    event?.preventDefault?.();
    log.info('The computer shuts down: Kramar stops.');
    end();
  }) as () => void);
};
