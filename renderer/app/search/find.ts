import type { Product } from '../../../shared/api/catalog.ts';
import type { Sale } from '../../../shared/api/sales.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { EmployeeRecord } from '../../api/employees.ts';
import type { Params } from '../../api/keys.ts';
import { possibleAmount, readAmountSearch } from '../../lib/amount-search.ts';
import { lastDigits } from '../../lib/invoices.ts';
import { saleLink } from '../../shop/sale-link.ts';
import { type Around, ENTRIES, type EntryName, entriesOf, type Link, type Target } from './entries.ts';
import { type Match, matchPhrase, matchPhrases, wordsOf } from './match.ts';
import { PHRASES } from './phrases.ts';

/** What a text finds, and in which order: pure. */

export type Group = 'actions' | 'sales' | 'goods' | 'people' | 'settings' | 'guide';
const GROUPS: readonly Group[] = ['actions', 'sales', 'goods', 'people', 'settings', 'guide'];

export interface Item {
  id: string;
  group: Group;
  /** Named by a text of `search`, with its values, or shown as it is. */
  title:
    | { entry: EntryName }
    | { text: 'amount' | 'card' | 'sale' | 'price' | 'all' | 'allOf' | 'others'; value: string }
    | string;
  /** The second line, where it is not the entry's own. */
  where?: string;
  shown?: string;
  target: Target;
  /** What Ctrl Enter puts into the cart, and Enter on New sale. */
  product?: Product;
  /** The lower, the better. */
  score: number;
}

/** What the service found for the text; empty while it is asked. */
export interface Found {
  sales: readonly Sale[];
  products: readonly Product[];
  people: readonly EmployeeRecord[];
  /** How many sales there are in their list. */
  saleCount: number;
}

export interface Searching extends Around {
  isOnSale: boolean;
  titleOf(name: EntryName): string;
  /** The second line of a sale, beside its sum. */
  describe(sale: Sale): string;
  /** Of one that is entered by an amount, its remark. */
  goodsOf(sale: Sale): string;
}

const SCORES: Record<Match, number> = { exact: 1, whole: 1.5, part: 2 };
const MAX_OF_GROUP = 5;
const MAX = 12;
const CARD_DIGITS = 4;
/** The offer to look for the text in the list of sales: the last of its group. */
const ALL = 'all';

/** A price is asked for by one of these words beside the product's name. */
const PRICE = new Set(['ціна', 'ціну', 'ціни', 'price']);

const withoutPrice = (text: string): string | undefined => {
  const words = text.trim().split(/\s+/u);
  const rest = words.filter((word) => !PRICE.has(word.toLocaleLowerCase('uk')));
  return rest.length > 0 && rest.length < words.length ? rest.join(' ') : undefined;
};

/** The query parameters of each list that is searched for a text. */
export const requestsOf = (text: string): { sales: Params; products: Params; people: Params } => {
  const { words, amount } = readAmountSearch(text);
  const page_size = MAX_OF_GROUP;
  return {
    sales: { search: words === '' ? undefined : words, amount_min: amount, amount_max: amount, page_size },
    products: { search: withoutPrice(text) ?? text, page_size },
    people: { search: text, page_size },
  };
};

const toSale = (sale: Sale): Target => ({ link: saleLink(sale) as Link });
const toSales = (search: object): Target => ({ link: { to: '/invoices', search } as Link });

const entryItems = (typed: readonly string[], searching: Searching): Item[] =>
  entriesOf(searching).flatMap((name): Item[] => {
    const { group, target, shown } = ENTRIES[name];
    const match = matchPhrases(typed, [...PHRASES[name], searching.titleOf(name)]);
    if (match === undefined) return [];
    const kind = { actions: 0, settings: 0.2, guide: 4 }[group];
    return [
      {
        id: name,
        group,
        title: { entry: name },
        ...(shown ? { shown } : {}),
        target,
        score: SCORES[match] + kind,
      },
    ];
  });

/** The score of a sale that is found by its text: the latest first. @param at its place in the list */
const byText = (at: number): number => 4.5 + at / 100;

/** Returns are found with their sale, which leads to them; an entry by amount has no number. */
const ownItems = (
  digits: string | undefined,
  sales: readonly Sale[],
  { describe, goodsOf }: Searching,
): Item[] =>
  sales
    .filter(({ cash_sale }) => (cash_sale?.return_of ?? null) === null)
    .map((sale, at) => {
      const goods = goodsOf(sale);
      const { number, number_display, amount, invoice } = sale;
      const [title, about] =
        number === null ? [goods, ''] : [{ text: 'sale', value: number_display } as const, goods];
      return {
        id: `sale-${sale.kind}-${sale.id}`,
        group: 'sales',
        title,
        where: [formatAmount(amount, invoice?.ccy), about, describe(sale)].filter(Boolean).join(' · '),
        target: toSale(sale),
        // Four digits are those of a card; more are a number.
        score: digits && number === Number(digits) ? (digits.length > CARD_DIGITS ? 0 : 0.2) : byText(at),
      };
    });

const saleItems = (text: string, { sales, saleCount }: Found, searching: Searching): Item[] => {
  const digits = /^\d+$/u.test(text) ? text : undefined;
  const exact = readAmountSearch(text);
  const amount = exact.words === '' ? exact.amount : possibleAmount(text);
  const items = ownItems(digits, sales, searching);
  const isCard = digits?.length === CARD_DIGITS;
  if (isCard && sales.some(({ invoice }) => lastDigits(invoice?.masked_pan ?? '') === digits))
    items.push({
      id: 'card',
      group: 'sales',
      title: { text: 'card', value: digits },
      target: toSales({ search: digits }),
      score: 0.1,
    });
  if (amount !== undefined)
    items.push({
      id: 'amount',
      group: 'sales',
      title: { text: 'amount', value: formatAmount(amount) },
      // Where it can be but one, that one is opened.
      target:
        exact.amount !== undefined && sales.length === 1 && sales[0]
          ? toSale(sales[0])
          : toSales({ amount_min: amount, amount_max: amount }),
      score: exact.amount === undefined ? 0.3 : 0,
    });
  // To who sees their own sales alone that of another is a missing one, so it cannot be said whether there is one.
  const { own_sales_only: isOwnOnly } = searching.account;
  if (isOwnOnly && digits && digits.length > CARD_DIGITS && sales.length === 0)
    items.push({
      id: 'others',
      group: 'sales',
      title: { text: 'others', value: digits },
      shown: 'Alt L',
      target: { act: 'lock' },
      score: 0.1,
    });
  if (text !== '')
    items.push({
      id: ALL,
      group: 'sales',
      title: saleCount > 0 ? { text: 'allOf', value: String(saleCount) } : { text: 'all', value: text },
      target: toSales({ search: text }),
      score: 6,
    });
  return items;
};

const productItems = (
  text: string,
  products: readonly Product[],
  { account, isOnSale }: Searching,
): Item[] => {
  const priced = withoutPrice(text);
  const typed = wordsOf(priced ?? text);
  const mayEdit = !account.catalog_prices_only && !account.catalog_read_only;
  return products.map((product): Item => {
    const target: Target = {
      link: { to: '/catalog/$part', params: { part: 'products' }, search: { open: product.id } } as Link,
    };
    const where = [formatAmount(product.price), product.article].filter(Boolean).join(' · ');
    if (priced !== undefined && mayEdit)
      return {
        id: `price-${product.id}`,
        group: 'goods',
        title: { text: 'price', value: product.name },
        where,
        target,
        score: matchPhrase(typed, product.name) === 'exact' ? 1 : 1.1,
      };
    const begins = wordsOf(product.name).join(' ').startsWith(typed.join(' '));
    return {
      id: `product-${product.id}`,
      group: 'goods',
      title: product.name,
      where,
      target,
      product,
      score: isOnSale && begins ? 0.5 : begins ? 3 : 3.1,
    };
  });
};

const personItems = (people: readonly EmployeeRecord[]): Item[] =>
  people.map(({ id, username, full_name }) => ({
    id: `person-${id}`,
    group: 'people',
    title: full_name || username,
    where: username,
    target: { link: { to: '/settings/people', search: { open: id } } as Link },
    score: 4,
  }));

/** Whether a text finds anything but the offer to look for it in the sales. */
export const isFound = (items: readonly Item[]): boolean => items.some(({ id }) => id !== ALL);

/** Everything that a text finds, the best first. @param text trimmed, not empty */
export const itemsOf = (text: string, found: Found, searching: Searching): Item[] => {
  const canView = searching.account.is_owner || searching.account.can_view_invoices;
  const items = [
    ...entryItems(wordsOf(text), searching),
    ...(canView ? saleItems(text, found, searching) : []),
    ...productItems(text, found.products, searching),
    ...personItems(found.people),
  ];
  return items.sort((one, other) => one.score - other.score);
};

/**
 * The groups as they are shown: the one with the best item first, the others in their order; at most five of each, twelve
 * in all. Where there are more sales, the offer of their list is one of the five.
 */
export const groupsOf = (items: readonly Item[]): { group: Group; items: Item[] }[] => {
  const first = items[0]?.group;
  const order = [...GROUPS].sort((one, other) => Number(other === first) - Number(one === first));
  let left = MAX;
  return order.flatMap((group) => {
    const found = items.filter((item) => item.group === group);
    const count = Math.min(MAX_OF_GROUP, left);
    const offer = found.length > count ? found.filter(({ id }) => id === ALL) : [];
    const shown = [...found.slice(0, Math.max(0, count - offer.length)), ...offer].slice(0, count);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ group, items: shown }];
  });
};
