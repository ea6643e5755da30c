import type { Failure, Status } from './api.ts';

export type Language = 'uk' | 'en';

const key = 'kramar.language';

function plural(locale: string, forms: Partial<Record<Intl.LDMLPluralRule, string>>) {
  const rules = new Intl.PluralRules(locale);
  return (count: number) => `${count} ${forms[rules.select(count)] ?? forms.other}`;
}

const uk = {
  locale: 'uk-UA',
  title: 'Kramar — рахунки',
  language: 'Мова',
  today: 'сьогодні',
  signIn: 'Вхід',
  username: 'Ім’я користувача',
  password: 'Пароль',
  enter: 'Увійти',
  entering: 'Входимо…',
  credentialsMissing: 'Введіть ім’я користувача й пароль.',
  signOut: 'Вийти',
  charge: 'Новий рахунок',
  terminal: 'Термінал',
  terminalsLoading: 'Завантажуємо…',
  terminalsFailed: 'Не вдалося прочитати термінали. Пробуємо знову самі.',
  noTerminals:
    'Немає жодного активного термінала. Власник додає його командою npm run admin -- terminal add.',
  amount: 'Сума, ₴',
  amountHint: 'Наприклад: 340 або 1\u00a0234,50',
  amountEmpty: 'Введіть суму.',
  amountFormat: 'Не вдалося прочитати суму. Напишіть її як 340 або 1\u00a0234,50.',
  amountRange: 'Сума має бути від 0,01\u00a0₴ до 999\u00a0999\u00a0999,99\u00a0₴.',
  create: (amount: string) => (amount ? `Створити рахунок на ${amount}` : 'Створити рахунок'),
  creating: 'Створюємо…',
  created: (number: string) => `Рахунок ${number}`,
  openPage: 'Відкрити сторінку оплати',
  paymentPage: 'Сторінка оплати',
  newTab: '(у новій вкладці)',
  invoices: 'Рахунки',
  number: 'Номер',
  when: 'Створено',
  sum: 'Сума',
  afterRefund: (amount: string) => `після повернення ${amount}`,
  status: 'Статус',
  reference: 'Замовлення',
  pan: 'Картка',
  loading: 'Завантажуємо рахунки…',
  empty: 'Рахунків ще немає',
  emptyHint: 'Тут з’являться рахунки й те, чи їх оплачено. Введіть суму, щоб створити перший.',
  emptyAction: 'Ввести суму',
  totals: 'Усього',
  paid: 'Оплачено',
  invoiceCount: plural('uk', { one: 'рахунок', few: 'рахунки', many: 'рахунків', other: 'рахунка' }),
  pages: 'Сторінки',
  previous: 'Попередня',
  next: 'Наступна',
  page: (page: number, of: number) => `Сторінка ${page} з ${of}`,
  tryAgain: 'Спробувати зараз',
  offlineSince: (time: string) =>
    `Сервер Kramar не відповідає з ${time}. Рахунки й оплати збережено на ньому, нічого не втрачено; тут — те, що встигли прочитати. Пробуємо знову самі.`,
  statuses: {
    created: 'Очікує оплати',
    processing: 'Обробляється',
    success: 'Оплачено',
    failure: 'Оплата не пройшла',
    reversed: 'Повернено',
    expired: 'Скасовано або прострочено',
  } satisfies Record<Status, string> as Record<Status, string>,
  failures: {
    unreachable:
      'Сервер Kramar не відповідає. Рахунки й оплати збережено на ньому, нічого не втрачено. Перевірте, чи запущено програму, і спробуйте ще раз.',
    unreachableCreate:
      'Сервер Kramar не відповідає. Форма ціла, нічого не втрачено. Натисніть «Створити» ще раз, коли він повернеться: другого рахунку не буде.',
    credentials: 'Ім’я користувача або пароль не підходять. Перевірте розкладку клавіатури й Caps Lock.',
    session: 'Сеанс завершився. Увійдіть ще раз: усе збережено.',
    forbidden: 'На це у вас немає права. Права надає власник.',
    missing: 'Такого запису немає.',
    throttled: (seconds: number) =>
      `Забагато запитів. Спробуйте ще раз через ${seconds} с. Нічого не втрачено.`,
    tokenMissing:
      'Термінал не має токена банку. Власник надає його командою npm run admin -- terminal token.',
    bank: (words: string, code: string) => `Банк відповів: «${words}» (${code}).`,
    bankSilent: (words: string, code: string) => `Банк не дав відповіді: «${words}» (${code}).`,
    againIsSafe: 'Можна натиснути «Створити» ще раз: другого рахунку не буде.',
    invalid: (words: string) => `Сервер не прийняв даних: ${words}`,
    server: (id: string) =>
      `Збій у програмі. Збережене не постраждало; спробуйте ще раз.${id && ` Номер запиту для журналу: ${id}.`}`,
  },
};

export type Texts = typeof uk;

const en: Texts = {
  locale: 'en-GB',
  title: 'Kramar — invoices',
  language: 'Language',
  today: 'today',
  signIn: 'Sign in',
  username: 'Username',
  password: 'Password',
  enter: 'Sign in',
  entering: 'Signing in…',
  credentialsMissing: 'Enter your username and password.',
  signOut: 'Sign out',
  charge: 'New invoice',
  terminal: 'Terminal',
  terminalsLoading: 'Loading…',
  terminalsFailed: 'The terminals could not be read. Trying again by itself.',
  noTerminals: 'There is no active terminal. The owner adds one with npm run admin -- terminal add.',
  amount: 'Amount, ₴',
  amountHint: 'For example: 340 or 1\u00a0234,50',
  amountEmpty: 'Enter an amount.',
  amountFormat: 'This amount cannot be read. Write it as 340 or 1\u00a0234,50.',
  amountRange: 'The amount must be between 0,01\u00a0₴ and 999\u00a0999\u00a0999,99\u00a0₴.',
  create: (amount) => (amount ? `Create an invoice for ${amount}` : 'Create an invoice'),
  creating: 'Creating…',
  created: (number) => `Invoice ${number}`,
  openPage: 'Open the payment page',
  paymentPage: 'Payment page',
  newTab: '(in a new tab)',
  invoices: 'Invoices',
  number: 'Number',
  when: 'Created',
  sum: 'Amount',
  afterRefund: (amount) => `${amount} after a refund`,
  status: 'Status',
  reference: 'Order',
  pan: 'Card',
  loading: 'Loading invoices…',
  empty: 'No invoices yet',
  emptyHint: 'Invoices will appear here, and whether they are paid. Enter an amount to create the first.',
  emptyAction: 'Enter an amount',
  totals: 'Total',
  paid: 'Paid',
  invoiceCount: plural('en', { one: 'invoice', other: 'invoices' }),
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: (page, of) => `Page ${page} of ${of}`,
  tryAgain: 'Try now',
  offlineSince: (time) =>
    `The Kramar server has not answered since ${time}. Invoices and payments are kept there and nothing is lost; this is what was last read. Trying again by itself.`,
  statuses: {
    created: 'Awaiting payment',
    processing: 'Processing',
    success: 'Paid',
    failure: 'Payment failed',
    reversed: 'Refunded',
    expired: 'Cancelled or expired',
  },
  failures: {
    unreachable:
      'The Kramar server does not answer. Invoices and payments are kept there and nothing is lost. Check that the program is running and try again.',
    unreachableCreate:
      'The Kramar server does not answer. The form is kept and nothing is lost. Press Create again once it is back: there will be no second invoice.',
    credentials: 'The username or the password does not match. Check the keyboard layout and Caps Lock.',
    session: 'Your session has ended. Sign in again: everything is kept.',
    forbidden: 'You have no permission for this. The owner grants permissions.',
    missing: 'There is no such record.',
    throttled: (seconds) => `Too many requests. Try again in ${seconds} s. Nothing is lost.`,
    tokenMissing:
      'The terminal has no bank token. The owner gives it one with npm run admin -- terminal token.',
    bank: (words, code) => `The bank answered: “${words}” (${code}).`,
    bankSilent: (words, code) => `The bank gave no answer: “${words}” (${code}).`,
    againIsSafe: 'You may press Create again: there will be no second invoice.',
    invalid: (words) => `The server did not accept this: ${words}`,
    server: (id) =>
      `The program failed. What was stored is safe; try again.${id && ` Request number for the log: ${id}.`}`,
  },
};

const catalogue: Record<Language, Texts> = { uk, en };

let chosen: Language = localStorage.getItem(key) === 'en' ? 'en' : 'uk';

export function language(): Language {
  return chosen;
}

export function texts(): Texts {
  return catalogue[chosen];
}

export function chooseLanguage(next: Language): void {
  chosen = next;
  localStorage.setItem(key, next);
}

export function failureText(failure: Failure, { failures: t }: Texts): string {
  switch (failure.kind) {
    case 'throttled':
      return t.throttled(failure.seconds);
    case 'invalid':
      return t.invalid(failure.words);
    case 'server':
      return t.server(failure.requestId);
    case 'bank':
      return bankText(failure, t);
    default:
      return t[failure.kind];
  }
}

/** Codes of the service itself for "nobody knows what became of it" (decisions.md, Invoices). */
const silent = new Set(['TIMEOUT', 'UNREACHABLE', 'BAD_GATEWAY']);

function bankText({ code, words }: Extract<Failure, { kind: 'bank' }>, t: Texts['failures']): string {
  if (code === 'TOKEN_MISSING') return t.tokenMissing;
  return silent.has(code) ? t.bankSilent(words, code) : t.bank(words, code);
}

/** The same, where an invoice was to be created: what becomes of the form, and whether to press again. */
export function createFailureText(failure: Failure, t: Texts): string {
  if (failure.kind === 'unreachable') return t.failures.unreachableCreate;
  const text = failureText(failure, t);
  const again = failure.kind === 'server' || (failure.kind === 'bank' && failure.code !== 'TOKEN_MISSING');
  return again ? `${text} ${t.failures.againIsSafe}` : text;
}
