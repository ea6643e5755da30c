import { formatAmount } from '../../shared/money.ts';
import { failuresEn, failuresUk } from './texts-failures.ts';

/** All texts of tray, menu, dialogs and notifications. Ukrainian is written first; English has the same keys. */

export type Language = 'uk' | 'en';

const plural = new Intl.PluralRules('uk');

/** 1 оплата, 2 оплати, 5 оплат. */
const ofMany = (count: number, one: string, few: string, many: string): string => {
  const form = plural.select(count);
  if (form === 'one') return `${count} ${one}`;
  return `${count} ${form === 'few' ? few : many}`;
};

const uk = {
  failures: failuresUk,
  tray: {
    takings: (gross: number, count: number) =>
      `Виторг за сьогодні: ${formatAmount(gross)} (${ofMany(count, 'оплата', 'оплати', 'оплат')})`,
    practice: 'Навчальна крамниця: гроші не рухаються',
    newInvoice: 'Новий продаж',
    today: 'Сьогодні',
    open: 'Відкрити Kramar',
    quit: 'Завершити Kramar',
  },
  menu: {
    about: 'Про Kramar',
    settings: 'Налаштування…',
    services: 'Служби',
    hide: 'Сховати Kramar',
    hideOthers: 'Сховати інші',
    showAll: 'Показати всі',
    quit: 'Завершити Kramar',
    edit: 'Редагування',
    undo: 'Скасувати',
    redo: 'Повторити',
    cut: 'Вирізати',
    copy: 'Копіювати',
    paste: 'Вставити',
    selectAll: 'Вибрати все',
    view: 'Вигляд',
    actualSize: 'Звичайний розмір',
    zoomIn: 'Збільшити',
    zoomOut: 'Зменшити',
    fullScreen: 'На весь екран',
    window: 'Вікно',
    minimise: 'Згорнути',
    close: 'Закрити',
    help: 'Довідка',
    logs: 'Тека журналу',
    exportLogs: 'Зберегти журнал у файл…',
  },
  news: {
    paid: (amount: string) => `Оплачено ${amount}`,
    paidText: (reference: string) => `Продаж ${reference}. Натисніть, щоб відкрити.`,
    manyPaid: (count: number, sum: string) =>
      `${ofMany(count, 'продаж оплачено', 'продажі оплачено', 'продажів оплачено')}: ${sum}`,
    manyPaidText: 'Натисніть, щоб відкрити «Сьогодні».',
    backupFailed: 'Резервну копію не створено',
    /** Another port than the wished one is in use. */
    port: 'Адреса Kramar інша',
    portText: (wished: number, address: string) =>
      `Порт ${wished} зайнято або зарезервовано. Зараз Kramar працює за адресою ${address}: вкажіть її в касовій програмі.`,
    inTray: 'Kramar працює далі',
    inTrayText:
      'Вікно закрито, касові програми обслуговуються. Kramar у треї біля годинника; завершити його можна в меню значка.',
  },
  quit: {
    message: (count: number) => `Ще не оплачено: ${count} QR`,
    detail: (count: number, amount: number) =>
      `${count === 1 ? 'Він' : 'Найновіший із них'} на ${formatAmount(amount)}. Якщо покупець заплатить після завершення, банк прийме гроші, а Kramar отримає цю оплату після наступного запуску. До того касові програми працюватимуть без Kramar.`,
    quit: 'Усе одно завершити',
    stay: 'Залишитися',
  },
  crash: {
    window: 'Вікно Kramar постійно закривається через помилку',
    windowText:
      'Служба працює, касові програми обслуговуються, дані в безпеці. Спробуйте відкрити вікно ще раз; якщо не допоможе, перезапустіть Kramar. Подробиці в журналі.',
    again: 'Відкрити ще раз',
    hangs: 'Вікно Kramar не відповідає',
    hangsText:
      'Служба працює, дані в безпеці. Зачекайте або перезавантажте вікно; незбережені зміни буде втрачено.',
    wait: 'Зачекати',
    reload: 'Перезавантажити',
    fault: 'Kramar зупинився через помилку',
    faultText: (why: string, logs: string) =>
      `${why}\n\nЗбережені дані в безпеці. Запустіть Kramar знову. Подробиці в журналі: ${logs}`,
  },
  folder: { choose: 'Виберіть теку' },
  about: { credits: 'Оплати карткою та QR-кодом через банк, на вашому комп’ютері.' },
};

export type Texts = typeof uk;

const en: Texts = {
  failures: failuresEn,
  tray: {
    takings: (gross, count) =>
      `Takings today: ${formatAmount(gross)} (${count} ${count === 1 ? 'payment' : 'payments'})`,
    practice: 'Practice shop: no money moves',
    newInvoice: 'New sale',
    today: 'Today',
    open: 'Open Kramar',
    quit: 'Quit Kramar',
  },
  menu: {
    about: 'About Kramar',
    settings: 'Settings…',
    services: 'Services',
    hide: 'Hide Kramar',
    hideOthers: 'Hide Others',
    showAll: 'Show All',
    quit: 'Quit Kramar',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    view: 'View',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    fullScreen: 'Full Screen',
    window: 'Window',
    minimise: 'Minimize',
    close: 'Close',
    help: 'Help',
    logs: 'Log Folder',
    exportLogs: 'Save Log to File…',
  },
  news: {
    paid: (amount) => `Paid ${amount}`,
    paidText: (reference) => `Sale ${reference}. Click to open it.`,
    manyPaid: (count, sum) => `${count} sales paid: ${sum}`,
    manyPaidText: 'Click to open Today.',
    backupFailed: 'The backup failed',
    port: 'Kramar’s address has changed',
    portText: (wished, address) =>
      `Port ${wished} is taken or reserved. Kramar now runs at ${address}: set it in the till app.`,
    inTray: 'Kramar is still running',
    inTrayText:
      'The window is closed and till apps are served. Kramar is in the tray near the clock; quit it from the icon’s menu.',
  },
  quit: {
    message: (count) => (count === 1 ? 'A QR is not paid yet' : `${count} QR codes are not paid yet`),
    detail: (count, amount) =>
      `${count === 1 ? 'It is' : 'The newest of them is'} for ${formatAmount(amount)}. If the customer pays after you quit, the bank takes the money and Kramar gets the payment when it is started again. Until then till apps work without Kramar.`,
    quit: 'Quit anyway',
    stay: 'Stay',
  },
  crash: {
    window: 'The Kramar window keeps crashing',
    windowText:
      'The service is running, till apps are served, your data is safe. Open the window again; if that does not help, restart Kramar. See the log for details.',
    again: 'Open again',
    hangs: 'The Kramar window is not responding',
    hangsText:
      'The service is running, your data is safe. Wait, or reload the window; unsaved changes will be lost.',
    wait: 'Wait',
    reload: 'Reload',
    fault: 'Kramar stopped because of an error',
    faultText: (why, logs) =>
      `${why}\n\nSaved data is safe. Start Kramar again. See the log for details: ${logs}`,
  },
  folder: { choose: 'Choose a folder' },
  about: { credits: 'Card and QR payments through the bank, on your own computer.' },
};

const TEXTS = { uk, en } satisfies Record<Language, Texts>;

export const textsIn = (language: Language): Texts => TEXTS[language];
