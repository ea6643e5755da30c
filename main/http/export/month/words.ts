import type { Language } from '../../preferences.ts';
import { INCOME_SHEET, type Words } from '../report-tables.ts';

/** Texts of the accountant's month, for its tables. */

export const SHEETS = {
  totals: { uk: 'Підсумки', en: 'Totals' },
  days: { uk: 'Підсумки днів', en: 'Day summaries' },
  payouts: { uk: 'До зарахування', en: 'Net payouts' },
  payments: { uk: 'Оплати', en: 'Payments' },
  refunds: { uk: 'Повернення', en: 'Refunds' },
  fees: { uk: 'Комісія банку', en: 'Bank fees' },
  receipts: { uk: 'Фіскальні чеки', en: 'Fiscal receipts' },
  cash: { uk: 'Готівка', en: 'Cash' },
  products: { uk: 'Товари', en: 'Products' },
  income: INCOME_SHEET,
} satisfies Record<string, Words>;
export type SheetName = keyof typeof SHEETS;

export const COLUMNS = {
  section: { uk: 'Розділ', en: 'Section' },
  name: { uk: 'Назва', en: 'Name' },
  note: { uk: 'Примітка', en: 'Remark' },
  day: { uk: 'День', en: 'Day' },
  terminal: { uk: 'Точка', en: 'Location' },
  taxNumber: { uk: 'ЄДРПОУ або РНОКПП', en: 'EDRPOU or RNOKPP' },
  currency: { uk: 'Валюта', en: 'Currency' },
  paymentSystem: { uk: 'Платіжна система', en: 'Payment system' },
  number: { uk: 'Номер', en: 'Number' },
  reference: { uk: 'Номер замовлення', en: 'Order number' },
  paid: { uk: 'Оплачено', en: 'Paid' },
  amount: { uk: 'Сума', en: 'Amount' },
  fee: { uk: 'Комісія банку', en: 'Bank fee' },
  feePercent: { uk: 'Комісія, %', en: 'Fee, %' },
  net: { uk: 'До зарахування', en: 'Net payout' },
  register: { uk: 'Табличка', en: 'QR stand' },
  card: { uk: 'Картка', en: 'Card' },
  approvalCode: { uk: 'Код авторизації', en: 'Approval code' },
  purpose: { uk: 'Призначення', en: 'Purpose' },
  bankId: { uk: 'ID у банку', en: 'Bank ID' },
  outside: { uk: 'Поза Kramar', en: 'Outside Kramar' },
  refunded: { uk: 'Дата повернення', en: 'Refund date' },
  refundAmount: { uk: 'Сума повернення', en: 'Refund amount' },
  paymentAmount: { uk: 'Сума оплати', en: 'Payment amount' },
  kind: { uk: 'Вид', en: 'Type' },
  status: { uk: 'Статус', en: 'Status' },
  bankMessage: { uk: 'Повідомлення банку', en: 'Bank message' },
  source: { uk: 'Хто реєструє', en: 'Registered by' },
  link: { uk: 'Посилання', en: 'Link' },
  receiptId: { uk: 'Номер чека', en: 'Receipt ID' },
  moved: { uk: 'Дата', en: 'Date' },
  byQr: { uk: 'Решта через QR', en: 'Rest by QR' },
  rounding: { uk: 'Заокруглення', en: 'Rounding' },
  person: { uk: 'Хто', en: 'Who' },
  product: { uk: 'Товар', en: 'Product' },
  quantity: { uk: 'Кількість', en: 'Quantity' },
  /** A product counts invoice lines, not payments. */
  lines: { uk: 'Позиції', en: 'Items' },
} satisfies Record<string, Words>;

export const FACTS = {
  month: { uk: 'Місяць', en: 'Month' },
  shop: { uk: 'Магазин', en: 'Shop' },
  seller: { uk: 'Продавець', en: 'Seller' },
  timeZone: { uk: 'Дні за часовим поясом', en: 'Days by the time zone' },
  made: { uk: 'Складено', en: 'Created' },
  goesOn: { uk: 'Місяць триває: суми ще зміняться', en: 'Month in progress: the sums will change' },
  statement: { uk: 'Виписку отримано до', en: 'Statement received until' },
  never: { uk: 'ще не отримано', en: 'never received' },
  doubts: { uk: 'Запити до банку з невідомим результатом', en: 'Bank requests with unknown outcome' },
  receipts: {
    uk: 'Оплати без завершеного фіскального чека',
    en: 'Payments without a finished fiscal receipt',
  },
  refundedSoFar: { uk: 'З оплат місяця повернено дотепер', en: 'Refunded so far of the month’s payments' },
  nothingMissing: {
    uk: 'Усе отримано: виписку, результати запитів, фіскальні чеки.',
    en: 'Nothing is missing: statement, outcomes of requests, fiscal receipts.',
  },
  missing: { uk: 'Чого бракує', en: 'What is missing' },
  howCounted: { uk: 'Як пораховано', en: 'How it is counted' },
  rule: {
    uk: 'Оплати враховано за датою оплати, повернення за датою повернення. До зарахування: виторг мінус комісія банку мінус повернення.',
    en: 'Payments count by the date of payment, refunds by the date of refund. Net payout: takings minus bank fee minus refunds.',
  },
  rounding: { uk: 'Сплачено готівкою; із заокругленням: ', en: 'Paid in cash; with rounding: ' },
  notFiscal: { uk: 'Це не фіскальний документ.', en: 'Not a fiscal document.' },
} satisfies Record<string, Words>;

export const YES: Words = { uk: 'так', en: 'yes' };

export const FISCAL_TYPE_NAMES = {
  sale: { uk: 'продаж', en: 'sale' },
  return: { uk: 'повернення', en: 'refund' },
} satisfies Record<string, Words>;

export const FISCAL_STATUS_NAMES: Readonly<Record<string, Words>> = {
  none: { uk: 'чека немає', en: 'no receipt' },
  new: { uk: 'створюється', en: 'being made' },
  process: { uk: 'створюється', en: 'being made' },
  done: { uk: 'зареєстровано', en: 'registered' },
  failed: { uk: 'не зареєстровано', en: 'not registered' },
};

/** `жовтень 2026`, `October 2026` */
export const monthTitle = (month: string, language: Language): string => {
  const [year, number] = month.split('-').map(Number);
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year ?? 0, (number ?? 1) - 1, 1),
  );
  return `${name} ${year}`;
};
