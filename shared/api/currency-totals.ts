import * as v from 'valibot';
import { count, minorUnits, shape } from './answers.ts';
import { described } from './described.ts';

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
