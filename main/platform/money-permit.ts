/** What a request does with money, at the bank or in the shop's books. */
export type MoneyAct = 'sale' | 'capture' | 'invalidate' | 'give-back' | 'cash-move' | 'close-books';

/** What the guard let pass. */
export interface PermittedAct<Act extends MoneyAct> {
  act: Act;
  /** Minor units; 0 where no sum is known: an amount that is taken off a register. */
  amount: number;
}

/**
 * Proof that the guard (main/money/guard/) let one request pass. Every function that makes the bank move money, and every
 * one that begins an entry in the tables of money, needs one; only the guard issues them, which test/architecture.test.ts
 * checks. The private field makes the type nominal: no other object is taken for a permit.
 */
export class MoneyPermit<Act extends MoneyAct = MoneyAct> {
  readonly act: Act;
  readonly amount: number;
  #isSpent = false;

  private constructor({ act, amount }: PermittedAct<Act>) {
    this.act = act;
    this.amount = amount;
  }

  /** For the guard alone. */
  static issue<Act extends MoneyAct>(permitted: PermittedAct<Act>): MoneyPermit<Act> {
    return new MoneyPermit(permitted);
  }

  /**
   * Uses the permit up for the one request to the bank that it allows.
   * @param amount of the request, minor units; absent: the request names none
   * @throws Error for another amount than the permitted one, or a second request: a fault of the program
   */
  spend(amount?: number): void {
    if (this.#isSpent) throw new Error('A permit allows one request to the bank.');
    if (amount !== undefined && amount !== this.amount)
      throw new Error(`The permit is for ${this.amount}, the request for ${amount}.`);
    this.#isSpent = true;
  }
}
