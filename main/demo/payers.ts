import type { Card } from '../practice-bank/cards.ts';
import type { Random } from './random.ts';

/** First digits of a card and the bank that gives it out. */
const ISSUERS: readonly (readonly [{ digits: string; bank: string; country: string }, number])[] = [
  [{ digits: '444111', bank: 'Універсал Банк', country: '804' }, 30],
  [{ digits: '537541', bank: 'Універсал Банк', country: '804' }, 20],
  [{ digits: '516874', bank: 'ПриватБанк', country: '804' }, 22],
  [{ digits: '414949', bank: 'ПриватБанк', country: '804' }, 10],
  [{ digits: '510218', bank: 'ПУМБ', country: '804' }, 7],
  [{ digits: '535828', bank: 'Ощадбанк', country: '804' }, 6],
  [{ digits: '425150', bank: 'PKO Bank Polski', country: '616' }, 2],
  [{ digits: '545740', bank: 'Deutsche Bank', country: '276' }, 1],
];

const METHODS = [
  ['apple', 35],
  ['google', 30],
  ['pan', 20],
  ['monobank', 15],
] as const;

/** The last digit, which makes the number pass the Luhn check (ISO/IEC 7812-1, annex B). */
const checkDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, digit, fromEnd) => {
    const weighed = fromEnd % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return (10 - (sum % 10)) % 10;
};

const newCard = (random: Random): Card => {
  const { digits, bank, country } = random.weighted(ISSUERS);
  const number = digits + String(random.integer(0, 999_999_999)).padStart(9, '0');
  return { pan: `${number}${checkDigit(number)}`, bank, country, paymentMethod: random.weighted(METHODS) };
};

/** The neighbourhood: most payers come again and again. */
export const neighbourhood = (random: Random): readonly Card[] =>
  Array.from({ length: 400 }, () => newCard(random));

const REGULAR = 0.8;

export const payer = (regulars: readonly Card[], random: Random): Card =>
  random.chance(REGULAR) ? random.pick(regulars) : newCard(random);
