import { type MoneyAct, MoneyPermit } from '../../main/platform/money-permit.ts';

/** A permit for a test that writes to the tables of money, or calls the bank, past the guard. */
export const permit = <Act extends MoneyAct>(act: Act, amount = 1): MoneyPermit<Act> =>
  MoneyPermit.issue({ act, amount });
