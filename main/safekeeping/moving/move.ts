import { refuseOpenPayment } from '../../money/bank-state/open-payments.ts';
import type { Log } from '../../platform/log.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { recordAction } from '../../shop/actions/record.ts';
import type { Copy } from '../../store/copies/files.ts';
import type { Db } from '../../store/db/connection.ts';
import { clearSetting } from '../../store/settings.ts';
import type { Copies } from '../copies/copies.ts';
import { movedAwayMark, setMark } from './mark.ts';

export interface MoveContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
  copies: Pick<Copies, 'create' | 'requireReady'>;
  log: Log;
}

/**
 * Moves the shop to another computer: from now on this one does not ask the bank, and an encrypted copy of this state
 * is made, by which the other one goes on. The mark comes first: a payment asked about in between would be missing
 * there.
 * @throws OwnerError OPEN_PAYMENT, ALREADY_MOVED, and what `Copies.create` throws; nothing was moved then
 */
export const moveAway = async ({ db, now, copies, log }: MoveContext): Promise<Copy> => {
  await copies.requireReady();
  db.transaction(() => {
    if (movedAwayMark(db)) throw alreadyMoved();
    refuseOpenPayment(db, { now: now(), what: 'The shop is not moved' });
    setMark(db, 'moved_away', { at: now(), copy: '', computer: '' });
    recordAction(db, now(), { code: 'shop_moved' });
  });
  try {
    const copy = await copies.create('move');
    setMark(db, 'moved_away', { at: now(), copy: copy.name, computer: '' });
    log.info('The shop was moved to another computer: this one no longer asks the bank.', {
      copy: copy.name,
    });
    return copy;
  } catch (error) {
    stayHere({ db, now, log });
    throw error;
  }
};

/** The way back: this computer goes on. */
export const stayHere = ({ db, now, log }: Pick<MoveContext, 'db' | 'now' | 'log'>): void => {
  db.transaction(() => {
    if (!movedAwayMark(db)) return;
    clearSetting(db, 'moved_away');
    recordAction(db, now(), { code: 'shop_stayed' });
  });
  log.info('The shop goes on on this computer.');
};

const alreadyMoved = (): OwnerError =>
  new OwnerError(
    'ALREADY_MOVED',
    'The shop was moved to another computer already. Nothing was changed. If this computer goes on, say so first.',
  );
