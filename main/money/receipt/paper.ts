import { type Language, type Words, words } from '../../../shared/action-value-words.ts';
import type { PaperPart, PaperSize, PartKind } from '../../../shared/api/papers.ts';
import { basketChange, DISCOUNT_SCALE, formatAmount, QUANTITY_SCALE } from '../../../shared/money.ts';
import { taxNumberKind } from '../../../shared/tax-number.ts';
import type { InvoiceItemRow } from '../../store/invoices/invoices.ts';

/** The parts that the papers of all sales share, on a roll and on A4. Pure. */

/** What every paper says of the shop; "" where it is not known. */
export interface PaperFacts {
  size: PaperSize;
  /** The receipt printer's is Ukrainian, the language of the shop's customers. */
  language: Language;
  shopName: string;
  /** Stands in the place of the shop's name. */
  hasLogo: boolean;
  /** By the bank's data. */
  merchant: string;
  taxNumber: string;
  sellerIban: string;
  returnText: string;
  /** IANA. */
  timeZone: string;
  isCopy: boolean;
}

const WORDS = {
  copy: words('КОПІЯ', 'COPY'),
  notFiscal: words('Не є фіскальним чеком', 'Not a fiscal receipt'),
  shop: words('Крамниця', 'Shop'),
  seller: words('Продавець', 'Seller'),
  rnokpp: words('РНОКПП', 'Tax number'),
  edrpou: words('ЄДРПОУ', 'EDRPOU'),
  goods: words('Сума товарів', 'Subtotal'),
  discount: words('Знижка', 'Discount'),
  charge: words('Надбавка', 'Extra charge'),
} satisfies Record<string, Words>;

/** On A4; a roll has no room for columns. */
const COLUMNS = [
  words('№', 'No.'),
  words('Назва', 'Name'),
  words('Кількість', 'Quantity'),
  words('Ціна', 'Price'),
  words('Знижка', 'Discount'),
  words('Сума', 'Amount'),
];

/** A part, or none where its value is empty. */
export const part = (kind: PartKind, text: string, value?: string): PaperPart[] =>
  (value ?? text) === '' ? [] : [{ kind, text, ...(value === undefined ? {} : { value }) }];

const RULE: PaperPart = { kind: 'rule' };

/** `1500` thousandths → `1,5` */
const decimal = (scaled: number, scale: number): string => String(scaled / 10 ** scale).replace('.', ',');

/** `02.03.2026 10:15:50`, in the shop's time zone. */
export const moment = (at: number | null, { timeZone, language }: PaperFacts): string => {
  if (at === null) return '';
  const twoDigits = {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const locale = language === 'uk' ? 'uk' : 'en-GB';
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    hourCycle: 'h23',
    ...twoDigits,
  });
  return format.format(at).replace(',', '');
};

type SoldLine = Pick<InvoiceItemRow, 'name' | 'quantity' | 'unit' | 'price' | 'discount' | 'amount'>;

const goods = (items: readonly SoldLine[], language: Language, ccy?: number): PaperPart[] => [
  { kind: 'head', cells: COLUMNS.map((title) => title[language]) },
  ...items.map(({ name, quantity, unit, price, discount, amount }): PaperPart => {
    const sold = `${decimal(quantity, QUANTITY_SCALE)} ${unit}`;
    const each = formatAmount(price, ccy);
    const less = discount === 0 ? '' : `${decimal(discount, DISCOUNT_SCALE)} %`;
    const note = `${sold} × ${each}${less && `, ${WORDS.discount[language].toLowerCase()} ${less}`}`;
    return { kind: 'item', text: name, value: formatAmount(amount, ccy), note, cells: [sold, each, less] };
  }),
];

/** From the sum of the lines to the total. */
const basketSums = (total: number, items: readonly SoldLine[], language: Language, ccy?: number) => {
  const found = basketChange(total, items);
  if (!found) return [];
  const { lines, change } = found;
  return [
    ...part('sum', WORDS.goods[language], formatAmount(lines, ccy)),
    ...part('sum', WORDS[change < 0 ? 'discount' : 'charge'][language], formatAmount(change, ccy)),
  ];
};

interface SalePaper {
  title: string;
  /** Where it was sold; on a roll. */
  place: string;
  /** In the place of the goods, where there are none. */
  text: string;
  items: readonly SoldLine[];
  /** Minor units: what the goods and the changes of the whole basket make. */
  basket: number;
  /** Default: hryvnias. */
  ccy?: number;
  sums: readonly PaperPart[];
  facts: readonly PaperPart[];
  /** Below all, before and after the warning that it is not fiscal. */
  end?: readonly PaperPart[];
  last?: readonly PaperPart[];
}

export const salePaper = (shop: PaperFacts, paper: SalePaper): PaperPart[] => {
  const { size, language, shopName, hasLogo, merchant, taxNumber, returnText, isCopy } = shop;
  const { title, place, text, items, basket, ccy, sums, facts, end = [], last = [] } = paper;
  const name: PaperPart = { kind: 'name', text: shopName || merchant };
  const heading: PaperPart = { kind: 'title', text: title };
  const warning: PaperPart = { kind: 'warning', text: WORDS.notFiscal[language] };
  const sold = items.length > 0 ? goods(items, language, ccy) : part('text', text);
  const allSums = [...basketSums(basket, items, language, ccy), ...sums];
  const returns = part('text', returnText);
  const taxName = WORDS[taxNumberKind(taxNumber)][language];
  if (size === 'a4') {
    const seller = [
      ...part('fact', WORDS.shop[language], shopName === merchant ? '' : shopName),
      ...part('fact', WORDS.seller[language], merchant),
      ...part('fact', taxName, taxNumber),
    ];
    return [name, heading, warning, ...seller, ...facts, ...sold, ...allSums, ...returns, ...end, ...last];
  }
  const isNamed = !hasLogo && (shopName === '' || shopName === merchant);
  return [
    ...(isCopy ? part('mark', WORDS.copy[language]) : []),
    name,
    ...(isNamed ? [] : part('line', merchant)),
    ...part('line', taxNumber === '' ? '' : `${taxName} ${taxNumber}`),
    ...part('line', place),
    ...[RULE, heading, RULE, ...sold],
    ...(sold.length === 0 ? [] : [RULE]),
    ...[...allSums, RULE, ...facts, RULE, ...returns, ...end, warning, ...last],
  ];
};
