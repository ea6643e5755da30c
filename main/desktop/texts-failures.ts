import type { Choice, FailureKind } from './failures.ts';

export interface FailureTexts {
  /** What happened. */
  message: Record<FailureKind, string>;
  /** What is safe, and what to do. */
  detail: Record<FailureKind, string>;
  /** Precedes the program's own message. */
  exactly: string;
  choice: Record<Choice, string>;
  usage: string;
  startAnew: string;
  startAnewText: string;
  notDone: string;
  updateNone: string;
  updateFailed: string;
  updateFound(version: string): string;
  updateText: string;
  updateInstall: string;
  back: string;
}

export const failuresUk: FailureTexts = {
  message: {
    port: 'Kramar не може працювати на своєму порту',
    folder: 'Тека даних недоступна',
    newer: 'Дані крамниці записала новіша версія Kramar',
    running: 'Kramar із цими даними вже працює без вікна',
    lost: 'База даних крамниці зникла',
    other: 'Kramar не зміг запуститися',
  },
  detail: {
    port: 'Дані цілі, нічого не змінено. Закрийте програму, яка зайняла порт, і спробуйте ще раз. З вільним портом Kramar запуститься зараз, але його адреса буде іншою: касу треба буде налаштувати на неї.',
    folder:
      'Нічого не змінено. Якщо дані лежать на зовнішньому диску, під’єднайте його і спробуйте ще раз. Якщо теку перенесено, вкажіть, де вона тепер.',
    newer:
      'Дані цілі, нічого не змінено. Установіть новішу версію Kramar або поверніть резервну копію, зроблену перед оновленням.',
    running:
      'Дані цілі, каси обслуговуються. Відкрийте ту службу в браузері або зупиніть її і спробуйте ще раз.',
    lost: 'У теці даних немає бази або вона порожня, хоча крамниця тут уже була. Резервні копії цілі, нічого не змінено, нову крамницю не створено. Відновіть базу з копії. Якщо копії на зовнішньому диску, під’єднайте його і спробуйте ще раз.',
    other: 'Усе збережене раніше ціле. Спробуйте ще раз; якщо не допоможе, подробиці — в журналі.',
  },
  exactly: 'Докладно:',
  choice: {
    retry: 'Спробувати ще раз',
    'free-port': 'Цього разу вільний порт',
    'choose-folder': 'Вибрати теку…',
    'open-browser': 'Відкрити в браузері',
    'check-update': 'Перевірити оновлення',
    'open-backups': 'Показати резервні копії',
    'restore-latest': 'Відновити найновішу копію',
    'choose-backup': 'Вибрати копію…',
    'start-anew': 'Почати порожню крамницю…',
    'open-logs': 'Тека журналу',
    quit: 'Завершити',
  },
  startAnew: 'Почати порожню крамницю?',
  startAnewText:
    'У ній не буде товарів, працівників, терміналів і рахунків старої. Залишки старої бази та резервні копії збережуться: відновити їх можна й пізніше.',
  notDone: 'Не вдалося; нічого не змінено',
  usage: 'Kramar не зрозумів, із чим його запущено',
  updateNone: 'Новішої версії поки немає',
  updateFailed: 'Оновлення не вдалося',
  updateFound: (version) => `Є версія ${version}`,
  updateText: 'Її буде завантажено і встановлено; дані залишаться, де вони є.',
  updateInstall: 'Завантажити і встановити',
  back: 'Назад',
};

export const failuresEn: FailureTexts = {
  message: {
    port: 'Kramar cannot use its port',
    folder: 'The data folder cannot be used',
    newer: 'The data of the shop was written by a newer Kramar',
    running: 'Kramar is running on this data already, without a window',
    lost: 'The shop’s database is lost',
    other: 'Kramar could not start',
  },
  detail: {
    port: 'The data is safe, nothing was changed. Close the program that took the port, then try again. With a free port Kramar starts now, but at another address: the till must be told it.',
    folder:
      'Nothing was changed. If the data lies on a drive of its own, plug it in and try again. If the folder was moved, say where it is now.',
    newer:
      'The data is safe, nothing was changed. Install the newer version of Kramar, or put back the backup that was made before the update.',
    running:
      'The data is safe, the tills are served. Open that service in a browser, or stop it and try again.',
    lost: 'The data folder has no database, or an empty one, but there was a shop in it. The backups are safe, nothing was changed, and no new shop was begun. Restore the database from a backup. If the backups are on a drive of their own, plug it in and try again.',
    other:
      'Everything that was saved before is safe. Try again; if that does not help, the details are in the log.',
  },
  exactly: 'In detail:',
  choice: {
    retry: 'Try again',
    'free-port': 'Use a free port this time',
    'choose-folder': 'Choose the folder…',
    'open-browser': 'Open in browser',
    'check-update': 'Check for the update',
    'open-backups': 'Show the backups',
    'restore-latest': 'Restore the newest backup',
    'choose-backup': 'Choose a backup…',
    'start-anew': 'Begin an empty shop…',
    'open-logs': 'Open the log folder',
    quit: 'Quit',
  },
  startAnew: 'Begin an empty shop?',
  startAnewText:
    'It has none of the goods, people, terminals and invoices of the old one. What is left of the old database and the backups are kept: they can be restored later.',
  notDone: 'It did not work; nothing was changed',
  usage: 'Kramar did not understand what it was started with',
  updateNone: 'There is no newer version yet',
  updateFailed: 'The update did not work',
  updateFound: (version) => `Version ${version} is there`,
  updateText: 'It is downloaded and installed; the data stays where it is.',
  updateInstall: 'Download and install',
  back: 'Back',
};
