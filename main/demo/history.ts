import { lineTotal } from '../../shared/money.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { type Card, isLuhnValid } from '../practice-bank/cards.ts';
import { DECLINE_REASONS } from '../practice-bank/errors.ts';
import { momentOf, type ShopDay, salesOf, shopDays } from './calendar.ts';
import { type Counter, PRODUCTS, type Product, UNITS } from './goods.ts';
import { createRandom, type Random } from './random.ts';
import { TILLS } from './shop.ts';

/** A line of an invoice, as it was sold. */
interface SaleItem {
  /** Index in PRODUCTS. */
  product: number;
  name: string;
  /** Minor units, on that day. */
  price: number;
  /** Thousandths. */
  quantity: number;
  unit: string;
  /** Hundredths of a percent. */
  discount: number;
  /** Minor units. */
  amount: number;
}

const sumOf = (items: readonly SaleItem[]): number => items.reduce((sum, { amount }) => sum + amount, 0);

const SIZES = [
  [1, 40],
  [2, 32],
  [3, 16],
  [4, 8],
  [6, 4],
] as const;

const choices = (counter: Counter) =>
  PRODUCTS.flatMap((product, index) =>
    product.counter === counter ? [[index, product.popularity] as const] : [],
  );
const CHOICES: Readonly<Record<Counter, ReturnType<typeof choices>>> = {
  cafe: choices('cafe'),
  grocery: choices('grocery'),
};

/** Picks a buyer's items, each product once. `progress`: 1 today, 0 two years ago. */
const basket = (counter: Counter, progress: number, random: Random): SaleItem[] => {
  const wanted = Array.from({ length: random.weighted(SIZES) }, () => random.weighted(CHOICES[counter]));
  const discount = random.chance(0.07) ? random.pick([300, 500, 1000, 1250, 1500]) : 0;
  return [...new Set(wanted)].map((index) => itemOf(index, progress, discount, random));
};

const itemOf = (index: number, progress: number, discount: number, random: Random): SaleItem => {
  const product = PRODUCTS[index];
  if (!product) throw new Error(`There is no product ${index}.`);
  const sold = { price: priceThen(product, progress), quantity: quantityOf(product, random), discount };
  return {
    product: index,
    name: product.name,
    ...sold,
    unit: UNITS[product.unit],
    amount: Number(lineTotal(sold)),
  };
};

/** Two years ago prices were a seventh lower; they rise twice a year, in steps of half a hryvnia. */
const priceThen = ({ price }: Product, progress: number): number => {
  const halfYearsAgo = Math.ceil((1 - progress) * 4);
  return Math.round((price * (1000 - 36 * halfYearsAgo)) / 1000 / 50) * 50;
};

const PIECES = [
  [1000, 78],
  [2000, 18],
  [3000, 4],
] as const;

const quantityOf = ({ unit }: Product, random: Random): number =>
  unit === 'кілограм' ? random.integer(30, 340) * 5 : random.weighted(PIECES);

/** Generates the years of an invented shop. Pure: the same `now` gives the same history. */

/** One invoice, or a payment made outside Kramar. Amounts are minor units, times milliseconds UTC in whole seconds. */
export interface Sale {
  counter: Counter;
  /** Short id of the register. */
  register: string | null;
  /** Made through Kramar; otherwise the payer paid at a register without an invoice. */
  isLocal: boolean;
  createdAt: number;
  validitySeconds: number;
  items: readonly SaleItem[];
  amount: number;
  outcome: 'paid' | 'declined' | 'expired' | 'cancelled';
  /** Time of payment, decline, cancellation or expiry. */
  endedAt: number;
  /** The bank's code of a declined payment. */
  errCode?: string;
  refunds: readonly { amount: number; at: number }[];
  /** Undefined without an attempt to pay. */
  card: Card | undefined;
  /** Empty: the invoice's number replaces it. */
  reference: string;
  comment: string;
  /** Username; null for a payment made outside Kramar. */
  by: string | null;
}

/** @param now milliseconds UTC: no event is later. */
export function* shopHistory(now: number): Generator<Sale, void, undefined> {
  const regulars = regularCards(createRandom('neighbourhood'));
  for (const day of shopDays(now))
    for (const sale of daySales(day, regulars))
      if (sale.endedAt <= now) yield { ...sale, refunds: sale.refunds.filter(({ at }) => at <= now) };
}

/** Each day has its own random seed, so that yesterday stays the same tomorrow (except prices and growth). */
const daySales = (day: ShopDay, regulars: readonly Card[]): Sale[] => {
  const random = createRandom(day.date);
  const moments = Array.from({ length: salesOf(day, random) }, () => momentOf(day, random));
  return moments
    .sort((one, other) => one - other)
    .map((at) =>
      random.chance(OUTSIDE_KRAMAR) ? selfService(at, regulars, random) : sale(day, at, regulars, random),
    );
};

const OUTSIDE_KRAMAR = 0.06;
const DECLINED_OUTSIDE_KRAMAR = 0.18;

/** Tips, and an espresso at a fixed price: the payer scans the code on the counter. */
const selfService = (at: number, regulars: readonly Card[], random: Random): Sale => {
  const { shortQrId, fixedAmount } = random.pick(TILLS.cafe.selfService);
  const isDeclined = random.chance(DECLINED_OUTSIDE_KRAMAR);
  return {
    counter: 'cafe',
    register: shortQrId,
    isLocal: false,
    createdAt: at,
    validitySeconds: DAY_MS / 1000,
    items: [],
    amount: fixedAmount ?? random.integer(2, 20) * 1000,
    ...(isDeclined ? declined(at, random) : { outcome: 'paid', refunds: [] }),
    endedAt: at,
    card: payer(regulars, random),
    reference: '',
    comment: '',
    by: null,
  };
};

const sale = (day: ShopDay, createdAt: number, regulars: readonly Card[], random: Random): Sale => {
  const counter: Counter = random.chance(0.62) ? 'cafe' : 'grocery';
  const items = random.chance(0.8) ? basket(counter, day.progress, random) : [];
  const amount = items.length > 0 ? sumOf(items) : random.integer(9, 120) * 500;
  const outcome = random.weighted(OUTCOMES);
  const validitySeconds = random.weighted(outcome === 'expired' ? SHORT : [...SHORT, ...LONG]);
  return {
    counter,
    register: random.chance(0.75) ? random.pick(TILLS[counter].registers) : null,
    isLocal: true,
    createdAt,
    validitySeconds,
    items,
    amount,
    ...ending({ outcome, createdAt, validitySeconds, amount }, regulars, random),
    reference: random.chance(0.15) ? `${random.pick(ORDERS[counter])} ${random.integer(1, 40)}` : '',
    comment: random.chance(0.1) ? random.pick(COMMENTS[counter]) : '',
    by: random.weighted(SELLERS),
  };
};

/** Seconds: at the counter, and for orders paid by a link. */
const SHORT = [
  [900, 40],
  [3600, 30],
  [86_400, 20],
] as const;
const LONG = [
  [604_800, 6],
  [2_592_000, 4],
] as const;

const SELLERS = [
  ['olena', 45],
  ['taras', 50],
  ['owner', 5],
] as const;

const ORDERS = { cafe: ['Стіл', 'Замовлення'], grocery: ['Замовлення'] } as const;
const COMMENTS = {
  cafe: ['З собою', 'Без цукру', 'Постійний гість', 'Тепле молоко'],
  grocery: ['Доставка до 18:00', 'Потрібен чек', 'Заберуть увечері'],
} as const;

const OUTCOMES = [
  ['paid', 915],
  ['declined', 30],
  ['expired', 30],
  ['cancelled', 25],
] as const;

type Ending = Pick<Sale, 'outcome' | 'endedAt' | 'errCode' | 'refunds' | 'card'>;

const declined = (endedAt: number, random: Random) => ({
  outcome: 'declined' as const,
  endedAt,
  errCode: random.pick(DECLINE_REASONS).errCode,
  refunds: [],
});

const ending = (
  {
    outcome,
    createdAt,
    validitySeconds,
    amount,
  }: Pick<Sale, 'outcome' | 'createdAt' | 'validitySeconds' | 'amount'>,
  regulars: readonly Card[],
  random: Random,
): Ending => {
  const soon = createdAt + random.integer(8, 240) * 1000;
  switch (outcome) {
    case 'expired':
      return { outcome, endedAt: createdAt + validitySeconds * 1000, refunds: [], card: undefined };
    case 'cancelled':
      return { outcome, endedAt: soon, refunds: [], card: undefined };
    case 'declined':
      return { ...declined(soon, random), card: payer(regulars, random) };
    case 'paid':
      return {
        outcome,
        endedAt: soon,
        refunds: refunds(amount, soon, random),
        card: payer(regulars, random),
      };
  }
};

/** Sometimes all of it is refunded, or a part. */
const refunds = (amount: number, paidAt: number, random: Random): Sale['refunds'] => {
  if (!random.chance(0.025)) return [];
  const days = random.weighted(REFUND_DAYS);
  const at = days === 0 ? paidAt + random.integer(5, 40) * MINUTE_MS : paidAt + days * DAY_MS;
  if (amount < 200 || random.chance(0.55)) return [{ amount, at }];
  // Whole hryvnias, and never the full amount.
  const part = Math.max(1, Math.floor((amount * random.integer(20, 70)) / 10_000)) * 100;
  return [{ amount: Math.min(part, amount - 1), at }];
};

const REFUND_DAYS = [
  [0, 6],
  [1, 3],
  [2, 1],
  [5, 1],
] as const;

/** First digits of a card and its issuer. */
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

const DIGITS = [...'0123456789'];

const newCard = (random: Random): Card => {
  const { digits, bank, country } = random.weighted(ISSUERS);
  const number = digits + String(random.integer(0, 999_999_999)).padStart(9, '0');
  const checkDigit = DIGITS.find((digit) => isLuhnValid(number + digit));
  return { pan: `${number}${checkDigit}`, bank, country, paymentMethod: random.weighted(METHODS) };
};

/** Most payers return again and again. */
const regularCards = (random: Random): readonly Card[] => Array.from({ length: 400 }, () => newCard(random));

const REGULAR = 0.8;

const payer = (regulars: readonly Card[], random: Random): Card =>
  random.chance(REGULAR) ? random.pick(regulars) : newCard(random);
