import * as v from 'valibot';
import { described, named } from './described.ts';

/**
 * The building blocks of answers; a client may rely on their exact types. Each takes the field's meaning and an
 * example; without one, the emptiest value is the example.
 */

/** An object of exactly these fields, under the name that generated clients use. */
/* @__NO_SIDE_EFFECTS__ */
export const shape = <const Entries extends v.ObjectEntries>(name: string, entries: Entries) =>
  named(name, v.strictObject(entries));

/* @__NO_SIDE_EFFECTS__ */
export const string = (description = '', example = '') => described(v.string(), description, example);

/* @__NO_SIDE_EFFECTS__ */
export const flag = (description = '', example = false) => described(v.boolean(), description, example);

/* @__NO_SIDE_EFFECTS__ */
export const id = (description = '', example = 1) =>
  described(v.pipe(v.number(), v.integer(), v.minValue(1)), description, example);

/* @__NO_SIDE_EFFECTS__ */
export const count = (description = '', example = 0) =>
  described(v.pipe(v.number(), v.integer(), v.minValue(0)), description, example);

/** Money. */
/* @__NO_SIDE_EFFECTS__ */
export const minorUnits = (description = '', example = 0) =>
  described(v.pipe(v.number(), v.integer()), description, example);

const MORNING = '2026-03-02T07:30:00.000Z';

/** ISO 8601 in UTC. */
/* @__NO_SIDE_EFFECTS__ */
export const timestamp = (description = '', example = MORNING) =>
  described(v.pipe(v.string(), v.isoTimestamp()), description, example);

/* @__NO_SIDE_EFFECTS__ */
export const choice = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  description = '',
  example: Choices[number] = choices[0],
) => described(v.picklist(choices), description, example);

/* @__NO_SIDE_EFFECTS__ */
export const nullable = <Schema extends v.GenericSchema>(
  schema: Schema,
  description = '',
  example: v.InferInput<Schema> | null = null,
): v.NullableSchema<Schema, undefined> =>
  described<v.NullableSchema<Schema, undefined>>(v.nullable(schema), description, example);

/* @__NO_SIDE_EFFECTS__ */
export const recordId = (example = 1) => id('Identifier: never changes and is never used again.', example);

/** Fields of nearly every resource. */
export const stamps = {
  created_at: timestamp('When it was made here, UTC.'),
  updated_at: timestamp('When it was last changed here, UTC.'),
};

/** The currency of the amounts beside it. */
export const currency = () => count('Currency code, ISO 4217: 980 is UAH.', 980);

const currencyTotal = shape('CurrencyTotal', {
  ccy: count('Currency code, ISO 4217.', 840),
  count: count('How many there are.', 1),
  amount: minorUnits('Sum of amount over all of them, minor units of that currency.', 7000),
});

/** Beside a sum of hryvnias, on extensions: what is in another currency. */
export const otherCurrencyTotals = () =>
  described(
    v.array(currencyTotal),
    'What is in other currencies, each by itself; total_amount does not include it. Usually empty.',
    [],
  );
