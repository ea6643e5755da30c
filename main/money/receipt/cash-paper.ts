import { words } from '../../../shared/action-value-words.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import type { PaperPart } from '../../../shared/api/papers.ts';
import type { CounterSettings } from '../../../shared/api/settings.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { CashSaleItemRow, CashSaleRow } from '../../store/shifts.ts';
import { moment, type PaperFacts, part, salePaper } from './paper.ts';

export interface CashReceiptFacts extends PaperFacts {
  sale: CashSaleRow;
  items: readonly CashSaleItemRow[];
  seller: string;
  receipts: CounterSettings['cash_receipts'];
}

const WORDS = {
  sale: words('Чек', 'Receipt'),
  refund: words('Повернення', 'Refund'),
  cash: words('готівка', 'cash'),
  parts: words('готівка і QR', 'cash and QR'),
  number: words('№', 'no.'),
  sum: words('Сума', 'Amount'),
  rounding: words('Заокруглення', 'Rounding'),
  total: words('Разом', 'Total'),
  inCash: words('Готівкою', 'In cash'),
  received: words('Отримано', 'Received'),
  change: words('Решта', 'Change'),
  at: words('Час', 'Time'),
  seller: words('Касир', 'Cashier'),
  reason: words('Причина', 'Reason'),
  elsewhere: words('Фіскальний чек видає РРО', 'The register issues the fiscal receipt'),
};

/** The receipt of a sale for cash, or of its return. Pure. */
export const cashReceiptPaper = (facts: CashReceiptFacts): PaperPart[] => {
  const { sale, items, receipts, language } = facts;
  const { amount, qr_amount, rounding, received, is_refund, number } = sale;
  const say = (name: keyof typeof WORDS): string => WORDS[name][language];
  const sum = (name: keyof typeof WORDS, minor: number) => part('sum', say(name), formatAmount(minor));
  const inCash = amount - qr_amount;
  const title = `${say(is_refund ? 'refund' : 'sale')}, ${say(qr_amount === 0 ? 'cash' : 'parts')}`;
  return salePaper(facts, {
    items,
    title: number === null ? title : `${title} ${say('number')} ${numberDisplay(number)}`,
    place: '',
    text: sale.remark,
    basket: amount - rounding,
    sums: [
      ...(rounding === 0
        ? []
        : [
            ...sum('sum', amount - rounding),
            ...part('sum', say('rounding'), `${rounding > 0 ? '+' : ''}${formatAmount(rounding)}`),
          ]),
      ...part('total', say('total'), formatAmount(amount)),
      ...(qr_amount === 0 ? [] : [...sum('inCash', inCash), ...part('sum', 'QR', formatAmount(qr_amount))]),
      ...(received === null ? [] : [...sum('received', received), ...sum('change', received - inCash)]),
    ],
    facts: [
      ...part('fact', say('at'), moment(sale.made_at, facts)),
      ...part('fact', say('seller'), facts.seller),
      ...part('fact', say('reason'), sale.reason),
    ],
    last: receipts === 'elsewhere' ? part('line', say('elsewhere')) : [],
  });
};
