import { numberDisplay } from '../../../shared/api/invoices.ts';
import { shownIban } from '../../../shared/iban.ts';
import { basketChange, DISCOUNT_SCALE, formatAmount, QUANTITY_SCALE } from '../../../shared/money.ts';
import { taxNumberKind } from '../../../shared/tax-number.ts';
import type { PaperPart } from '../../printer/layout.ts';
import type { Dots } from '../../shop/logo/dots.ts';
import type { InvoiceItemRow, InvoiceRow } from '../../store/invoices/invoices.ts';
import { remainingAmount } from '../bank-state/status.ts';

/** The customer's receipt, in Ukrainian, the language of the shop's customers. Pure. */

export interface ReceiptFacts {
  invoice: InvoiceRow;
  items: readonly InvoiceItemRow[];
  /** "" where it is not known. */
  shopName: string;
  /** Stands in the place of the shop's name. */
  logo: Dots | undefined;
  merchant: string;
  taxNumber: string;
  register: string;
  sellerIban: string;
  returnText: string;
  /** IANA. */
  timeZone: string;
  isCopy: boolean;
}

const TAX_NUMBERS = { rnokpp: 'РНОКПП', edrpou: 'ЄДРПОУ' } as const;
/** `РНОКПП 1234567890`; "" without one. */
export const taxLine = (taxNumber: string): string =>
  taxNumber === '' ? '' : `${TAX_NUMBERS[taxNumberKind(taxNumber)]} ${taxNumber}`;

/** `1500` thousandths → `1,5` */
const decimal = (scaled: number, scale: number): string => String(scaled / 10 ** scale).replace('.', ',');

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `02.03.2026 10:15:50`, in the shop's time zone. */
export const moment = (at: number | null, timeZone: string): string => {
  if (at === null) return '';
  const twoDigits = {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const format = new Intl.DateTimeFormat('uk', { timeZone, year: 'numeric', hourCycle: 'h23', ...twoDigits });
  return format.format(at).replace(',', '');
};

export const centred = (text: string, look: { isBold?: true; isLarge?: true } = {}): PaperPart[] =>
  text === '' ? [] : [{ kind: 'text', text, isCentred: true, ...look }];

export const pair = (left: string, right: string): PaperPart[] =>
  right === '' ? [] : [{ kind: 'pair', left, right }];

export const RULE: PaperPart = { kind: 'rule' };

/** The logo or the shop's name, then the seller by the bank's data where it is not that name. */
export const names = ({
  shopName,
  logo,
  merchant,
}: Pick<ReceiptFacts, 'shopName' | 'logo' | 'merchant'>): PaperPart[] => {
  if (logo) return [{ kind: 'image', ...logo }, ...centred(merchant)];
  return [
    ...centred(shopName || merchant, { isBold: true }),
    ...(shopName === '' || shopName === merchant ? [] : centred(merchant)),
  ];
};

const header = (facts: ReceiptFacts): PaperPart[] => {
  const { taxNumber, register, invoice, isCopy } = facts;
  return [
    ...(isCopy ? centred('КОПІЯ', { isBold: true, isLarge: true }) : []),
    ...names(facts),
    ...centred(taxLine(taxNumber)),
    ...centred([invoice.terminal_name, register].filter(Boolean).join(', ')),
    RULE,
    { kind: 'text', text: `Чек про оплату № ${numberDisplay(invoice.number)}`, isBold: true },
    RULE,
  ];
};

const goods = ({ items, invoice }: ReceiptFacts): PaperPart[] => {
  if (items.length === 0)
    return invoice.destination === '' ? [] : [{ kind: 'text', text: invoice.destination }, RULE];
  return soldLines(items, invoice.ccy);
};

type SoldLine = Pick<InvoiceItemRow, 'name' | 'quantity' | 'unit' | 'price' | 'discount' | 'amount'>;

export const soldLines = (items: readonly SoldLine[], ccy?: number): PaperPart[] => [
  ...items.flatMap(({ name, quantity, unit, price, discount, amount }): PaperPart[] => [
    { kind: 'text', text: name },
    {
      kind: 'pair',
      left: [
        `  ${decimal(quantity, QUANTITY_SCALE)} ${unit} × ${formatAmount(price, ccy)}`,
        ...(discount === 0 ? [] : [`знижка ${decimal(discount, DISCOUNT_SCALE)} %`]),
      ].join(', '),
      right: formatAmount(amount, ccy),
    },
  ]),
  RULE,
];

const basket = ({ items, invoice }: ReceiptFacts): PaperPart[] =>
  basketLines(invoice.amount, items, invoice.ccy);

/** From the sum of the lines to the total. */
export const basketLines = (amount: number, items: readonly SoldLine[], ccy?: number): PaperPart[] => {
  const found = basketChange(amount, items);
  if (!found) return [];
  return [
    ...pair('Сума товарів', formatAmount(found.lines, ccy)),
    ...pair(found.change < 0 ? 'Знижка' : 'Надбавка', formatAmount(found.change, ccy)),
  ];
};

const sums = ({ invoice }: ReceiptFacts): PaperPart[] => {
  const left = remainingAmount(invoice);
  // What was not captured of a hold was never taken, and is no refund.
  const taken = invoice.amount - invoice.uncaptured;
  const refunded = taken - left;
  return [
    {
      kind: 'pair',
      left: 'РАЗОМ',
      right: formatAmount(invoice.amount, invoice.ccy),
      isBold: true,
      isLarge: true,
    },
    ...pair('Оплачено', formatAmount(taken, invoice.ccy)),
    ...(taken < invoice.amount ? pair('Розблоковано', formatAmount(invoice.uncaptured, invoice.ccy)) : []),
    ...(refunded > 0
      ? [
          ...pair('Повернено', formatAmount(refunded, invoice.ccy)),
          ...pair('Залишилося', formatAmount(left, invoice.ccy)),
        ]
      : []),
    RULE,
  ];
};

const payment = ({ invoice, timeZone, sellerIban }: ReceiptFacts): PaperPart[] => [
  ...pair('Час оплати', moment(invoice.paid_date, timeZone)),
  ...pair('Картка', [invoice.masked_pan, capitalised(invoice.payment_system)].filter(Boolean).join(' ')),
  ...pair('RRN', invoice.rrn),
  ...pair('Код авторизації', invoice.approval_code),
  ...pair('Замовлення', invoice.reference),
  ...pair('IBAN', shownIban(sellerIban)),
  RULE,
];

const footer = ({ invoice, returnText }: ReceiptFacts): PaperPart[] => [
  ...(returnText === '' ? [] : ([{ kind: 'text', text: returnText }] as const)),
  ...(invoice.page_url === ''
    ? []
    : ([{ kind: 'qr', data: invoice.page_url }, ...centred('Ця оплата на сторінці банку')] as const)),
  ...centred('Не є фіскальним чеком', { isBold: true }),
];

/** The receipt of a paid invoice. */
export const receiptPaper = (facts: ReceiptFacts): PaperPart[] =>
  [header, goods, basket, sums, payment, footer].flatMap((part) => part(facts));
