import { counterSettings } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';

/** The step to which the shop rounds cash, minor units; 1: it does not. */
export const cashStep = (db: Db): number => {
  const { cash_rounding } = counterSettings(db);
  return cash_rounding === 'off' ? 1 : Number(cash_rounding);
};
