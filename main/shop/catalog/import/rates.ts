import { problem } from '../../../../shared/errors.ts';
import { ValidationError } from '../../errors.ts';
import { type Decimal, readTypedAmount } from '../../tables/typed-amount.ts';

const refuse = (part: string) =>
  new ValidationError({
    rates: [
      problem(
        'invalid',
        `"${part}" is no rate. Expected hryvnias for one of a currency, as USD:41.50,EUR:44.2.`,
      ),
    ],
  });

/** `USD:41.50,EUR:44.2` → the rates by currency. @throws ValidationError `errors.rates` */
export const parseRates = (rates: string | undefined): ReadonlyMap<string, Decimal> => {
  const found = new Map<string, Decimal>();
  for (const part of rates?.split(',') ?? []) {
    const [, currency = '', value = ''] =
      /^\s*([A-Za-z]{3})\s*:\s*(\d{1,7}(?:\.\d{1,8})?)\s*$/.exec(part) ?? [];
    const rate = readTypedAmount(value, '.');
    if (rate === undefined || rate === 'ambiguous' || rate.digits === 0n) throw refuse(part.trim());
    found.set(currency.toUpperCase(), rate);
  }
  return found;
};
