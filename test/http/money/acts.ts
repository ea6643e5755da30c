import fc from 'fast-check';

/** The people and the acts of property.test.ts. */

export const PEOPLE = 3;
/** Of the one product, minor units. */
export const PRICE = 1000;

export interface Person {
  view: boolean;
  create: boolean;
  cancel: boolean;
  largest: number | null;
  per_day: number | null;
  catalogOnly: boolean;
  ownOnly: boolean;
}

interface Part {
  by: number;
  at: number;
  how: 'all' | 'amount' | 'line';
  part: number;
  asks: boolean;
}
export type Capture = { do: 'capture' } & Part;
export type Cancel = { do: 'cancel' } & Part;
export interface Release {
  do: 'release';
  by: number;
  at: number;
  asks: boolean;
}

export type Action =
  | { do: 'sell'; by: number; isHold: boolean; quantity: number; how: 'catalog' | 'typed' | 'amount' }
  | { do: 'pay' | 'decline'; at: number }
  | Capture
  | Cancel
  | Release
  | { do: 'withdraw'; by: number; at: number }
  | { do: 'park'; by: number; how: 'catalog' | 'typed' }
  | { do: 'cash'; by: number; isRefund: boolean }
  | { do: 'delete-terminal' };

const by = fc.integer({ min: 0, max: PEOPLE - 1 });
const at = fc.nat({ max: 5 });
const part = fc.integer({ min: 1, max: 3 * PRICE });
const asks = fc.boolean();
const how = fc.constantFrom('all' as const, 'amount' as const, 'line' as const);
const limit = fc.option(fc.integer({ min: 0, max: 4 * PRICE }));
export const person: fc.Arbitrary<Person> = fc.record({
  view: fc.boolean(),
  catalogOnly: fc.boolean(),
  ownOnly: fc.boolean(),
  // Mostly there, or else little happens.
  create: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  cancel: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.constant(false)),
  largest: limit,
  per_day: limit,
});
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      by,
      isHold: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 3 }),
      how: fc.constantFrom('catalog' as const, 'catalog' as const, 'typed' as const, 'amount' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), at }) },
  fc.record({ do: fc.constant('decline' as const), at }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), by, at, how, part, asks }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), by, at, how, part, asks }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), by, at, asks }) },
  fc.record({ do: fc.constant('withdraw' as const), by, at }),
  fc.record({
    do: fc.constant('park' as const),
    by,
    how: fc.constantFrom('catalog' as const, 'typed' as const),
  }),
  fc.record({ do: fc.constant('cash' as const), by, isRefund: fc.boolean() }),
  fc.record({ do: fc.constant('delete-terminal' as const) }),
);

/** An invoice as it has to be. */
export interface Model {
  id: number;
  bankId: string;
  maker: number;
  state: 'created' | 'failure' | 'held' | 'paid' | 'over';
  isHold: boolean;
  amount: number;
  /** Paid and not refunded; held. */
  left: number;
  refunded: number;
  /** The line's id, and how many of it were not returned; undefined: sold by amount. */
  line: { id: number; left: number } | undefined;
}
