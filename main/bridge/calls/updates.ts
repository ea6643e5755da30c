import type { UpdateState } from '../../../shared/bridge/computer.ts';
import { refuseOpenPayment } from '../../money/bank-state/open-payments.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { recordAction } from '../../shop/actions/record.ts';
import type { Handlers } from '../call.ts';

export const updateHandlers: Handlers<'update'> = {
  'update.state': ({ shell }) => presentUpdate(shell.updates.state()),
  'update.check': async ({ shell }) => presentUpdate(await shell.updates.check()),
  'update.download': async ({ shell }) => presentUpdate(await shell.updates.download()),
  'update.install': async ({ shell, running, log }) => {
    const { db, now, backups } = running.handle;
    const { status, version } = shell.updates.state();
    if (status !== 'ready')
      throw new OwnerError('NO_UPDATE_READY', 'No update is ready. Nothing was changed. Download it first.');
    const refuse = () => refuseOpenPayment(db, { now: now(), what: 'An update is not installed' });
    refuse();
    const backup = await backups.create('manual');
    // A sale may have begun during the backup.
    refuse();
    log.info('The update is installed.', { version, backup: backup.path });
    recordAction(db, now(), { code: 'update_installed', facts: { version } });
    await shell.updates.install();
    return null;
  },
};

const presentUpdate = ({ status, version, progress, detail }: UpdateState): UpdateState => ({
  status,
  version,
  progress,
  detail,
});
