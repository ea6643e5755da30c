import { formatAmount } from '../../shared/money.ts';
import { type FailureTexts, failuresEn, failuresUk } from './texts-failures.ts';

/** All texts of tray, menu, dialogs and notifications. Ukrainian is written first; English has the same keys. */

export type Language = 'uk' | 'en';

export interface Texts {
  failures: FailureTexts;
  tray: {
    takings(gross: number, count: number): string;
    practice: string;
    newInvoice: string;
    open: string;
    quit: string;
  };
  menu: {
    about: string;
    settings: string;
    services: string;
    hide: string;
    hideOthers: string;
    showAll: string;
    quit: string;
    edit: string;
    undo: string;
    redo: string;
    cut: string;
    copy: string;
    paste: string;
    selectAll: string;
    view: string;
    actualSize: string;
    zoomIn: string;
    zoomOut: string;
    fullScreen: string;
    window: string;
    minimise: string;
    close: string;
    help: string;
    logs: string;
  };
  news: {
    paid(amount: number): string;
    paidText(reference: string): string;
    manyPaid(count: number, amount: number): string;
    manyPaidText: string;
    backupFailed: string;
    inTray: string;
    inTrayText: string;
  };
  quit: {
    message(count: number): string;
    detail(count: number, amount: number): string;
    quit: string;
    stay: string;
  };
  crash: {
    window: string;
    windowText: string;
    again: string;
    hangs: string;
    hangsText: string;
    wait: string;
    reload: string;
    fault: string;
    faultText(why: string, logs: string): string;
  };
  folder: { choose: string };
  about: { credits: string };
}

const plural = new Intl.PluralRules('uk');

/** 1 оплата, 2 оплати, 5 оплат. */
const ofMany = (count: number, one: string, few: string, many: string): string => {
  const form = plural.select(count);
  if (form === 'one') return `${count} ${one}`;
  return `${count} ${form === 'few' ? few : many}`;
};

const uk: Texts = {
  failures: failuresUk,
  tray: {
    takings: (gross, count) =>
      `Виторг за сьогодні: ${formatAmount(gross)} (${ofMany(count, 'оплата', 'оплати', 'оплат')})`,
    practice: 'Навчальна крамниця: гроші не рухаються',
    newInvoice: 'Новий рахунок',
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
  },
  news: {
    paid: (amount) => `Оплачено ${formatAmount(amount)}`,
    paidText: (reference) => `Рахунок ${reference}. Натисніть, щоб відкрити.`,
    manyPaid: (count, amount) =>
      `${ofMany(count, 'рахунок оплачено', 'рахунки оплачено', 'рахунків оплачено')}: ${formatAmount(amount)}`,
    manyPaidText: 'Натисніть, щоб побачити, що відбулося сьогодні.',
    backupFailed: 'Резервну копію не зроблено',
    inTray: 'Kramar працює далі',
    inTrayText:
      'Вікно закрито, а каса обслуговується. Kramar — біля годинника; завершити його можна в тамтешньому меню.',
  },
  quit: {
    message: (count) => `Ще не оплачено: ${ofMany(count, 'рахунок', 'рахунки', 'рахунків')}`,
    detail: (count, amount) =>
      `${count === 1 ? 'Він' : 'Найновіший із них'} на ${formatAmount(amount)}. Якщо покупець заплатить після завершення, банк гроші прийме, а Kramar дізнається про це, коли його знову запустять. Каси на цей час залишаться без Kramar.`,
    quit: 'Усе одно завершити',
    stay: 'Залишитися',
  },
  crash: {
    window: 'Вікно Kramar раз у раз закривається через збій',
    windowText:
      'Служба працює далі: каси обслуговуються, дані цілі. Спробуйте відкрити вікно ще раз; якщо не допоможе — перезапустіть Kramar. Подробиці в журналі.',
    again: 'Відкрити ще раз',
    hangs: 'Вікно Kramar не відповідає',
    hangsText:
      'Служба працює далі, дані цілі. Зачекайте або завантажте вікно знову; незбережене в ньому зникне.',
    wait: 'Зачекати',
    reload: 'Завантажити знову',
    fault: 'Kramar зупиняється через власну помилку',
    faultText: (why, logs) =>
      `${why}\n\nУсе збережене ціле. Запустіть Kramar знову. Подробиці в журналі: ${logs}`,
  },
  folder: { choose: 'Виберіть теку' },
  about: { credits: 'Оплати карткою та QR-кодом через банк, у вас на комп’ютері.' },
};

const en: Texts = {
  failures: failuresEn,
  tray: {
    takings: (gross, count) =>
      `Takings today: ${formatAmount(gross)} (${count} ${count === 1 ? 'payment' : 'payments'})`,
    practice: 'Practice shop: no money moves',
    newInvoice: 'New invoice',
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
    minimise: 'Minimise',
    close: 'Close',
    help: 'Help',
    logs: 'Log Folder',
  },
  news: {
    paid: (amount) => `Paid ${formatAmount(amount)}`,
    paidText: (reference) => `Invoice ${reference}. Click to open it.`,
    manyPaid: (count, amount) => `${count} invoices paid: ${formatAmount(amount)}`,
    manyPaidText: 'Click to see what happened today.',
    backupFailed: 'No backup was made',
    inTray: 'Kramar goes on',
    inTrayText:
      'The window is closed, the till is served. Kramar is beside the clock; its menu there ends it.',
  },
  quit: {
    message: (count) => (count === 1 ? 'An invoice is not paid yet' : `${count} invoices are not paid yet`),
    detail: (count, amount) =>
      `${count === 1 ? 'It is' : 'The newest of them is'} for ${formatAmount(amount)}. Should the customer pay after Kramar has ended, the bank takes the money, and Kramar learns of it when it is started again. Until then the tills are without Kramar.`,
    quit: 'Quit all the same',
    stay: 'Stay',
  },
  crash: {
    window: 'The window of Kramar keeps failing',
    windowText:
      'The service goes on: the tills are served, the data is safe. Try the window once more; if that does not help, start Kramar anew. The details are in the log.',
    again: 'Open it again',
    hangs: 'The window of Kramar does not answer',
    hangsText:
      'The service goes on, the data is safe. Wait, or load the window anew; what is not saved in it is lost.',
    wait: 'Wait',
    reload: 'Load it anew',
    fault: 'Kramar stops after a fault of its own',
    faultText: (why, logs) =>
      `${why}\n\nEverything that was saved is safe. Start Kramar again. The details are in the log: ${logs}`,
  },
  folder: { choose: 'Choose a folder' },
  about: { credits: 'Card and QR payments through the bank, on your own computer.' },
};

const TEXTS = { uk, en } satisfies Record<Language, Texts>;

export const textsIn = (language: Language): Texts => TEXTS[language];
