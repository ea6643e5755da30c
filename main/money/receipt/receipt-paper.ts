import { words } from '../../../shared/action-value-words.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import type { PaperPart } from '../../../shared/api/papers.ts';
import { type InvoiceStatus, isOpenStatus } from '../../../shared/api/statuses.ts';
import { shownIban } from '../../../shared/iban.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { InvoiceItemRow, InvoiceRow } from '../../store/invoices/invoices.ts';
import { remainingAmount, wasPaid } from '../bank-state/status.ts';
import { moment, type PaperFacts, part, salePaper } from './paper.ts';

export interface InvoiceFacts extends PaperFacts {
  invoice: InvoiceRow;
  items: readonly InvoiceItemRow[];
  /** "" where it is not known. */
  register: string;
}

const WORDS = {
  receipt: words('Чек про оплату', 'Payment receipt'),
  invoice: words('Рахунок на оплату', 'Invoice'),
  number: words('№', 'no.'),
  total: words('Разом', 'Total'),
  toPay: words('До сплати', 'To pay'),
  paid: words('Оплачено', 'Paid'),
  released: words('Розблоковано', 'Released'),
  refunded: words('Повернено', 'Refunded'),
  left: words('Залишилося', 'Left'),
  place: words('Точка', 'Location'),
  date: words('Дата', 'Date'),
  purpose: words('Призначення', 'Purpose'),
  status: words('Статус', 'Status'),
  paidAt: words('Час оплати', 'Paid at'),
  card: words('Картка', 'Card'),
  approval: words('Код авторизації', 'Approval code'),
  order: words('Замовлення', 'Order'),
  page: words('Ця оплата на сторінці банку', 'This payment on the bank’s page'),
  scan: words('Скануйте, щоб оплатити карткою', 'Scan to pay by card'),
  until: words('Оплатити до', 'Pay until'),
};

const STATUSES: Record<InvoiceStatus, ReturnType<typeof words>> = {
  created: words('Очікує оплати', 'Awaiting payment'),
  processing: words('Обробляється', 'Processing'),
  success: words('Оплачено', 'Paid'),
  failure: words('Оплата не пройшла', 'Declined'),
  reversed: words('Повернено', 'Refunded'),
  expired: words('Скасовано або прострочено', 'Cancelled or expired'),
};

const sums = ({ invoice, language }: InvoiceFacts): PaperPart[] => {
  const { amount, uncaptured, ccy, status } = invoice;
  const left = remainingAmount(invoice);
  // What was not captured of a hold was never taken, and is no refund.
  const taken = amount - uncaptured;
  const sum = (name: keyof typeof WORDS, minor: number) =>
    part('sum', WORDS[name][language], formatAmount(minor, ccy));
  const total = WORDS[isOpenStatus(status) ? 'toPay' : 'total'][language];
  return [
    ...part('total', total, formatAmount(amount, ccy)),
    ...(wasPaid(status) ? sum('paid', taken) : []),
    ...(wasPaid(status) && taken < amount ? sum('released', uncaptured) : []),
    ...(wasPaid(status) && left < taken ? [...sum('refunded', taken - left), ...sum('left', left)] : []),
  ];
};

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The receipt of a paid invoice on a roll; on A4 a sheet to pay by, and later a record of the payment. */
export const receiptPaper = (facts: InvoiceFacts): PaperPart[] => {
  const { invoice, items, size, language, register, sellerIban } = facts;
  const { terminal_name, destination, page_url, created_date, reference, status, expires_at } = invoice;
  const say = (name: keyof typeof WORDS): string => WORDS[name][language];
  const isA4 = size === 'a4';
  const order = part('fact', say('order'), reference);
  const iban = part('fact', 'IBAN', shownIban(sellerIban));
  const payment = [
    ...part('fact', say('paidAt'), moment(invoice.paid_date, facts)),
    ...part('fact', say('card'), [invoice.masked_pan, capitalised(invoice.payment_system)].join(' ').trim()),
    ...part('fact', 'RRN', invoice.rrn),
    ...part('fact', say('approval'), invoice.approval_code),
  ];
  const until = expires_at === null ? '' : `${say('until')} ${moment(expires_at, facts)}`;
  const place = [terminal_name, register].filter(Boolean);
  const code = { kind: 'qr', value: page_url } as const;
  // What is not paid has no receipt, whoever prints it.
  const title = `${say(isA4 || !wasPaid(status) ? 'invoice' : 'receipt')} ${say('number')} ${numberDisplay(invoice.number)}`;
  return salePaper(facts, {
    title,
    items,
    sums: sums(facts),
    basket: invoice.amount,
    ccy: invoice.ccy,
    place: place.join(', '),
    text: isA4 ? '' : destination,
    facts: isA4
      ? [
          ...iban,
          ...part('fact', say('place'), place.join(' · ')),
          ...part('fact', say('date'), moment(created_date, facts)),
          ...order,
          ...part('fact', say('purpose'), destination),
          ...part('fact', say('status'), STATUSES[status][language]),
          ...payment,
        ]
      : [...payment, ...order, ...iban],
    // On A4 the code leads to the payment; on a receipt, to the bank's page of what was paid.
    end:
      page_url === '' || isOpenStatus(status) !== isA4
        ? []
        : [isA4 ? { ...code, text: say('scan'), note: until } : { ...code, text: say('page') }],
  });
};
