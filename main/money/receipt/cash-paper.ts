import type { CounterSettings } from '../../../shared/api/counter.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { PaperPart } from '../../printer/layout.ts';
import type { CashSaleItemRow, CashSaleRow } from '../../store/shifts.ts';
import {
  basketLines,
  centred,
  moment,
  names,
  pair,
  type ReceiptFacts,
  RULE,
  soldLines,
  taxLine,
} from './receipt-paper.ts';

export interface CashReceiptFacts
  extends Pick<
    ReceiptFacts,
    'shopName' | 'logo' | 'merchant' | 'taxNumber' | 'returnText' | 'timeZone' | 'isCopy'
  > {
  sale: CashSaleRow;
  items: readonly CashSaleItemRow[];
  seller: string;
  receipts: CounterSettings['cash_receipts'];
}

/** The receipt of a sale for cash, or of its return, in Ukrainian. Pure. */
export const cashReceiptPaper = (facts: CashReceiptFacts): PaperPart[] => {
  const { sale, items, isCopy, receipts } = facts;
  const { amount, qr_amount, rounding, received, is_refund, number } = sale;
  const inCash = amount - qr_amount;
  const total = amount - rounding;
  const title = is_refund ? 'Повернення' : 'Чек';
  const tender = qr_amount === 0 ? ', готівка' : ', готівка і QR';
  return [
    ...(isCopy ? centred('КОПІЯ', { isBold: true, isLarge: true }) : []),
    ...names(facts),
    ...centred(taxLine(facts.taxNumber)),
    RULE,
    {
      kind: 'text',
      text: `${title}${tender}${number === null ? '' : ` № ${numberDisplay(number)}`}`,
      isBold: true,
    },
    RULE,
    ...(items.length > 0
      ? soldLines(items)
      : sale.remark === ''
        ? []
        : [{ kind: 'text' as const, text: sale.remark }, RULE]),
    ...basketLines(total, items),
    ...(rounding === 0
      ? []
      : [
          ...pair('Сума', formatAmount(total)),
          ...pair('Заокруглення', `${rounding > 0 ? '+' : ''}${formatAmount(rounding)}`),
        ]),
    { kind: 'pair', left: 'РАЗОМ', right: formatAmount(amount), isBold: true, isLarge: true },
    ...(qr_amount === 0
      ? []
      : [...pair('Готівкою', formatAmount(inCash)), ...pair('QR', formatAmount(qr_amount))]),
    ...(received === null
      ? []
      : [...pair('Отримано', formatAmount(received)), ...pair('Решта', formatAmount(received - inCash))]),
    RULE,
    ...pair('Час', moment(sale.made_at, facts.timeZone)),
    ...pair('Продавець', facts.seller),
    RULE,
    ...(facts.returnText === '' ? [] : [{ kind: 'text' as const, text: facts.returnText }]),
    ...centred('Не є фіскальним чеком', { isBold: true }),
    ...(receipts === 'elsewhere' ? centred('Фіскальний чек видає РРО') : []),
  ];
};
