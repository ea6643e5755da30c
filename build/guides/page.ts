import { GUIDE_LANGUAGES, type GuideLanguage, type GuideName, guidePath } from '../../shared/guides.ts';
import type { RenderedGuide } from './render.ts';
import { CODES } from './variants.ts';

/** The page around a guide's text: names of the guides, contents, search and the switch of language. */

const TEXTS = {
  uk: {
    names: {
      owner: 'Власнику',
      'income-book': 'Книга доходів',
      till: 'Касовій програмі',
      'till/start': 'Початок',
      'till/sale': 'Продаж',
      'till/events': 'Події',
      'till/refund': 'Скасування й повернення',
      'till/errors': 'Помилки',
      'till/testing': 'Випробування',
      'till/offline': 'Коли зв’язку немає',
      'till/webhooks': 'Вебхуки',
      'till/browser': 'Касова програма в браузері',
      'till/another-computer': 'Інший комп’ютер',
      'till/1c': '1С і BAS',
      'till/generators': 'Згенеровані клієнти',
      behaviour: 'Як поводиться інтерфейс',
      'bank-reports': 'Повідомлення банку',
      running: 'Запуск і теки',
      'command-line': 'Команди',
      copies: 'Шифровані копії',
      'data-archive': 'Архів усіх даних',
      'money-safety': 'Чому гроші не губляться',
    },
    guides: 'Посібники',
    contents: 'Зміст',
    search: 'Пошук у посібниках',
    none: 'Нічого не знайдено',
    results: 'Знайдено',
    skip: 'До тексту',
    toProgram: 'Відкрити Kramar',
    englishOnly: 'Цей текст поки що лише англійською.',
    other: 'In English',
    examples: 'Приклади',
  },
  en: {
    names: {
      owner: 'For the owner',
      'income-book': 'Income book',
      till: 'For your till',
      'till/start': 'Start',
      'till/sale': 'Sale',
      'till/events': 'Events',
      'till/refund': 'Cancel and refund',
      'till/errors': 'Errors',
      'till/testing': 'Testing',
      'till/offline': 'When a connection is missing',
      'till/webhooks': 'Webhooks',
      'till/browser': 'A till in a browser',
      'till/another-computer': 'Another computer',
      'till/1c': '1C and BAS',
      'till/generators': 'Generated clients',
      behaviour: 'How the interface behaves',
      'bank-reports': 'Bank notifications',
      running: 'Running and folders',
      'command-line': 'Commands',
      copies: 'Encrypted copies',
      'data-archive': 'Archive of all data',
      'money-safety': 'Why no money is lost',
    },
    guides: 'Guides',
    contents: 'Contents',
    search: 'Search the guides',
    none: 'Nothing found',
    results: 'Found',
    skip: 'Skip to the text',
    toProgram: 'Open Kramar',
    englishOnly: '',
    other: 'Українською',
    examples: 'Examples',
  },
} as const;

export const guideName = (name: GuideName, language: GuideLanguage): string => TEXTS[language].names[name];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Chooses the programming language of the examples, once for all pages; guide.js shows it. */
const codeSwitch = (legend: string): string => {
  const choices = Object.entries(CODES).map(
    ([label, code]) => `<label><input type="radio" name="code" value="${code}">${label}</label>`,
  );
  return `<fieldset id="codes" hidden><legend>${legend}</legend>${choices.join('')}</fieldset>\n`;
};

interface PageOptions {
  name: GuideName;
  language: GuideLanguage;
  names: readonly GuideName[];
  guide: RenderedGuide;
}

/** The whole page. It has no inline script or style, which its policy would refuse. */
export const pageOf = ({ name, language, names, guide }: PageOptions): string => {
  const t = TEXTS[language];
  const other = GUIDE_LANGUAGES.find((each) => each !== language) ?? language;
  const item = (each: GuideName, inner = ''): string =>
    `<li><a href="${guidePath(each, language)}"${each === name ? ' aria-current="page"' : ''}>${escaped(t.names[each])}</a>${inner}</li>`;
  // The pages for a till are many: they are listed where one of them is read.
  const tillPages = name.startsWith('till') ? names.filter((each) => each.startsWith('till/')) : [];
  const guides = names
    .filter((each) => !each.startsWith('till/'))
    .map((each) =>
      item(
        each,
        each === 'till' && tillPages.length > 0
          ? `<ul>${tillPages.map((page) => item(page)).join('')}</ul>`
          : '',
      ),
    )
    .join('');
  const contents = guide.sections
    .filter(({ id, level }) => id !== '' && level === 2)
    .map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`)
    .join('');
  const note =
    guide.textLanguage === language ? '' : `<p class="note">${escaped(TEXTS[language].englishOnly)}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(guide.title)}</title>
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="stylesheet" href="/docs/guide/guide.css">
<script src="/docs/guide/guide.js"></script>
</head>
<body>
<a class="skip" href="#text">${t.skip}</a>
<header>
<a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Kramar</a>
<search>
<input type="search" id="search" autocomplete="off" placeholder="${t.search}" aria-label="${t.search}"
 data-index="/docs/guide/search-${language}.json" data-none="${t.none}" data-found="${t.results}">
</search>
<a class="language" lang="${other}" hreflang="${other}" data-other-language href="${guidePath(name, other)}">${t.other}</a>
</header>
<div class="frame">
<nav aria-label="${t.guides}">
<h2>${t.guides}</h2>
<ul>${guides}</ul>
<h2>${t.contents}</h2>
<ul>${contents}</ul>
</nav>
<main id="text" tabindex="-1">
<section id="results" role="status" hidden></section>
${note}<article lang="${guide.textLanguage}">
${guide.html.includes('class="variants"') ? codeSwitch(t.examples) : ''}${guide.html}</article>
</main>
</div>
</body>
</html>
`;
};
