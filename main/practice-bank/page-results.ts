import { money } from './html.ts';
import type { Result } from './page.ts';
import type { Invoice } from './records.ts';

const backToShop = ({ redirectUrl }: Invoice) =>
  redirectUrl === undefined ? undefined : { href: redirectUrl, text: 'Повернутися до магазину' };

function paidFacts(invoice: Invoice): [string, string][] {
  const { payment } = invoice;
  if (!payment) return [];
  const facts: [string, string][] = [['Картка', payment.maskedPan]];
  if (payment.rrn) facts.push(['RRN', payment.rrn]);
  return facts;
}

/** The page of an invoice that cannot be paid. `fresh`: the payer has just paid. */
export function resultOf(invoice: Invoice, isFresh: boolean): Result {
  const link = backToShop(invoice);
  const sum = money(invoice.amount, invoice.ccy);
  const facts: [string, string][] = [['Сума', sum], ...paidFacts(invoice)];
  switch (invoice.status) {
    case 'success':
      return isFresh
        ? { ...PAID, title: `Сплачено ${sum}`, facts: paidFacts(invoice), link }
        : { ...PAID, facts, link };
    case 'hold':
      return { ...HELD, facts, link };
    case 'processing':
      return PROCESSING;
    case 'reversed':
      return { ...REFUNDED, facts, link };
    case 'failure':
      return {
        ...DECLINED,
        text: invoice.failureReason,
        facts: [['Сума', sum]],
        link: { href: `/pay/${invoice.invoiceId}?again`, text: 'Спробувати ще раз' },
      };
    default:
      return { ...(invoice.removed ? REMOVED : EXPIRED), link };
  }
}

const PAID: Result = { tone: 'good', mark: '✓', title: 'Рахунок уже сплачено' };
const HELD: Result = {
  tone: 'good',
  mark: '✓',
  title: 'Суму заблоковано',
  text: 'Магазин спише її пізніше.',
};
const PROCESSING: Result = {
  tone: 'plain',
  mark: '…',
  title: 'Платіж обробляється',
  text: 'Сторінка оновиться сама.',
  refresh: true,
};
const REFUNDED: Result = { tone: 'plain', mark: '↩', title: 'Кошти повернено' };
const DECLINED: Result = { tone: 'bad', mark: '×', title: 'Оплату відхилено' };
const REMOVED: Result = {
  tone: 'plain',
  mark: '–',
  title: 'Рахунок скасовано',
  text: 'Магазин скасував його до оплати.',
};
const EXPIRED: Result = {
  tone: 'plain',
  mark: '–',
  title: 'Строк дії рахунку минув',
  text: 'Попросіть у магазині новий рахунок.',
};
export const NO_PAGE: Result = {
  tone: 'plain',
  mark: '?',
  title: 'Такої сторінки немає',
  text: 'Перевірте посилання.',
};
export const NO_AMOUNT: Result = {
  tone: 'plain',
  mark: '–',
  title: 'Суму ще не встановлено',
  text: 'Попросіть касира виставити рахунок на цю касу.',
};
