import type { UpdateState } from '../../../shared/bridge.ts';
import { refuseOpenPayment } from '../../domain/invoices/open-payments.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Works } from '../call.ts';

export const updateCalls: Works<'update'> = {
  'update.state': ({ desk }) => presentUpdate(desk.updates.state()),
  'update.check': async ({ desk }) => presentUpdate(await desk.updates.check()),
  'update.download': async ({ desk }) => presentUpdate(await desk.updates.download()),
  'update.install': async ({ desk, running, log }) => {
    const { db, now, backups } = running.handle;
    const { status, version } = desk.updates.state();
    if (status !== 'ready')
      throw new OwnerError('NO_UPDATE_READY', 'No update is ready. Nothing was changed. Download it first.');
    const refuse = () => refuseOpenPayment(db, { now: now(), what: 'An update is not installed' });
    refuse();
    const backup = await backups.create('manual');
    // A sale may have begun while the backup was made.
    refuse();
    log.info('The update is installed.', { version, backup: backup.path });
    await desk.updates.install();
    return null;
  },
};

const presentUpdate = ({ status, version, progress, detail }: UpdateState): UpdateState => ({
  ...{ status, version, progress, detail },
});
