import { lineTotal } from '../../shared/money.ts';
import { type Counter, PRODUCTS, type Product, UNITS } from './goods.ts';
import type { Random } from './random.ts';

/** A line of an invoice, as it was sold. */
export interface SaleItem {
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

export const sumOf = (items: readonly SaleItem[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0);

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
export const basket = (counter: Counter, progress: number, random: Random): SaleItem[] => {
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
