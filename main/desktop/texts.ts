import { formatAmount } from '../../shared/money.ts';
import type { Choice, FailureKind } from './failures.ts';

export const failuresUk = {
  /** Says what failed. */
  message: {
    port: 'Kramar не може працювати на своєму порту',
    'port-reserved': 'Windows зарезервувала порт Kramar',
    'port-kramar': 'Порт зайняв інший Kramar',
    folder: 'Тека даних недоступна',
    newer: 'Дані крамниці записала новіша версія Kramar',
    running: 'Kramar із цими даними вже працює без вікна',
    lost: 'Базу даних крамниці не знайдено',
    other: 'Kramar не зміг запуститися',
  } satisfies Record<FailureKind, string>,
  /** Says what is safe and what to do. */
  detail: {
    port: 'Дані в безпеці, нічого не змінено. Закрийте програму, яка зайняла порт, і спробуйте ще раз. Із вільним портом Kramar запуститься зараз, але адреса буде іншою: її потрібно буде вказати в касовій програмі.',
    'port-reserved':
      'Дані в безпеці, нічого не змінено. Windows залишає цей порт собі до перезавантаження; закривати нема чого. Із вільним портом Kramar запуститься зараз; адресу для касової програми видно в налаштуваннях.',
    'port-kramar':
      'Дані в безпеці, нічого не змінено. Kramar уже працює на цьому порту: в іншого користувача цього комп’ютера або з іншою текою даних. Завершіть його або запустіть цей із вільним портом.',
    folder:
      'Нічого не змінено. Якщо дані лежать на зовнішньому диску, під’єднайте його і спробуйте ще раз. Якщо теку перенесено, вкажіть, де вона тепер.',
    newer:
      'Дані в безпеці, нічого не змінено. Установіть новішу версію Kramar або відновіть резервну копію, створену перед оновленням.',
    running:
      'Дані в безпеці, касові програми обслуговуються. Відкрийте цю службу в браузері або зупиніть її і спробуйте ще раз.',
    lost: 'У теці даних немає бази або вона порожня, хоча крамниця тут уже була. Резервні копії в безпеці, нічого не змінено, нову крамницю не створено. Відновіть базу з копії. Якщо копії на зовнішньому диску, під’єднайте його і спробуйте ще раз.',
    other: 'Збережені дані в безпеці. Спробуйте ще раз; якщо не допоможе, подробиці в журналі.',
  } satisfies Record<FailureKind, string>,
  /** Precedes the program's own message. */
  exactly: 'Докладно:',
  choice: {
    retry: 'Спробувати ще раз',
    'free-port': 'Використати вільний порт',
    'choose-folder': 'Вибрати теку…',
    'open-browser': 'Відкрити в браузері',
    'check-update': 'Перевірити оновлення',
    'open-backups': 'Показати резервні копії',
    'restore-latest': 'Відновити найновішу копію',
    'choose-backup': 'Вибрати копію…',
    'start-anew': 'Створити порожню крамницю…',
    'open-logs': 'Тека журналу',
    quit: 'Завершити',
  } satisfies Record<Choice, string>,
  startAnew: 'Створити порожню крамницю?',
  startAnewText:
    'У ній не буде товарів, працівників, точок і продажів попередньої. Файли попередньої бази та резервні копії збережуться: відновити їх можна пізніше.',
  notDone: 'Не вдалося; нічого не змінено',
  usage: 'Неправильні параметри запуску Kramar',
  updateNone: 'У вас найновіша версія',
  updateFailed: 'Оновлення не вдалося',
  updateFound: (version: string) => `Доступна версія ${version}`,
  updateText: 'Її буде завантажено й установлено; дані залишаться на місці.',
  updateInstall: 'Завантажити й установити',
  back: 'Назад',
};

const failuresEn: typeof failuresUk = {
  message: {
    port: 'Kramar cannot use its port',
    'port-reserved': 'Windows has reserved Kramar’s port',
    'port-kramar': 'Another Kramar uses the port',
    folder: 'The data folder is not available',
    newer: 'The shop’s data is from a newer version of Kramar',
    running: 'Kramar is already running with this data, without a window',
    lost: 'The shop’s database was not found',
    other: 'Kramar could not start',
  },
  detail: {
    port: 'The data is safe, nothing was changed. Close the program that uses the port and try again. With a free port Kramar starts now, but at another address: set it in the till app.',
    'port-reserved':
      'The data is safe, nothing was changed. Windows keeps this port for itself until a restart; there is no program to close. With a free port Kramar starts now; its settings show the address for the till app.',
    'port-kramar':
      'The data is safe, nothing was changed. Kramar already runs on this port: for another user of this computer, or with another data folder. Quit that one, or start this one with a free port.',
    folder:
      'Nothing was changed. If the data is on an external drive, connect it and try again. If the folder was moved, choose its new place.',
    newer:
      'The data is safe, nothing was changed. Install the newer version of Kramar, or restore the backup made before the update.',
    running:
      'The data is safe and till apps are served. Open that service in a browser, or stop it and try again.',
    lost: 'The data folder has no database, or an empty one, but there was a shop in it. The backups are safe, nothing was changed, and no new shop was created. Restore the database from a backup. If the backups are on an external drive, connect it and try again.',
    other: 'Saved data is safe. Try again; if that does not help, see the log for details.',
  },
  exactly: 'Details:',
  choice: {
    retry: 'Try again',
    'free-port': 'Use a free port this time',
    'choose-folder': 'Choose the folder…',
    'open-browser': 'Open in browser',
    'check-update': 'Check for updates',
    'open-backups': 'Show backups',
    'restore-latest': 'Restore the newest backup',
    'choose-backup': 'Choose a backup…',
    'start-anew': 'Create an empty shop…',
    'open-logs': 'Open the log folder',
    quit: 'Quit',
  },
  startAnew: 'Create an empty shop?',
  startAnewText:
    'It will not have the products, employees, terminals and invoices of the old one. The old database files and the backups are kept: you can restore them later.',
  notDone: 'Failed; nothing was changed',
  usage: 'Kramar was started with wrong options',
  updateNone: 'You have the latest version',
  updateFailed: 'The update failed',
  updateFound: (version) => `Version ${version} is available`,
  updateText: 'It will be downloaded and installed; your data stays in place.',
  updateInstall: 'Download and install',
  back: 'Back',
};

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
