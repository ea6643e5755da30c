import i18next, { type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { nestQuotes } from '../lib/nest-quotes.ts';
import { preferencesStore } from '../lib/preferences.ts';
import { retryImport } from '../lib/retry-import.ts';
import type actions from './locales/uk/actions.json';
import type backups from './locales/uk/backups.json';
import type board from './locales/uk/board.json';
import type catalog from './locales/uk/catalog.json';
import type charge from './locales/uk/charge.json';
import type closing from './locales/uk/closing.json';
import type common from './locales/uk/common.json';
import type copies from './locales/uk/copies.json';
import type customer from './locales/uk/customer.json';
import type employees from './locales/uk/employees.json';
import type failures from './locales/uk/failures.json';
import type firstRun from './locales/uk/first-run.json';
import type fiscal from './locales/uk/fiscal.json';
import type income from './locales/uk/income.json';
import type invoices from './locales/uk/invoices.json';
import type month from './locales/uk/month.json';
import type people from './locales/uk/people.json';
import type printing from './locales/uk/printing.json';
import type reconciliation from './locales/uk/reconciliation.json';
import type refusals from './locales/uk/refusals.json';
import type reports from './locales/uk/reports.json';
import type search from './locales/uk/search.json';
import type settings from './locales/uk/settings.json';
import type shift from './locales/uk/shift.json';
import type terminals from './locales/uk/terminals.json';
import type till from './locales/uk/till.json';
import type today from './locales/uk/today.json';

/** Ukrainian is the source; test/renderer/i18n holds English to the same keys. */
export interface Texts {
  actions: typeof actions;
  backups: typeof backups;
  board: typeof board;
  catalog: typeof catalog;
  charge: typeof charge;
  closing: typeof closing;
  common: typeof common;
  copies: typeof copies;
  customer: typeof customer;
  employees: typeof employees;
  failures: typeof failures;
  'first-run': typeof firstRun;
  fiscal: typeof fiscal;
  income: typeof income;
  invoices: typeof invoices;
  month: typeof month;
  people: typeof people;
  printing: typeof printing;
  reconciliation: typeof reconciliation;
  refusals: typeof refusals;
  reports: typeof reports;
  search: typeof search;
  settings: typeof settings;
  shift: typeof shift;
  terminals: typeof terminals;
  till: typeof till;
  today: typeof today;
}
/** One file of texts. */
export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    fallbackNS: 'common';
    resources: Texts;
  }
}

export type Language = 'uk' | 'en';

const files = import.meta.glob<object>('./locales/*/*.json', { import: 'default' });

/** The customer reads Ukrainian, whatever the language of the person at the till, whose browser keeps the choice. */
const chosenLanguage = (): Language =>
  location.pathname === '/customer' ? 'uk' : preferencesStore.get().language;

/** The namespaces in use; another language is shown once all of them are loaded. */
const needed = new Set<Namespace>();

const load = async (language: Language, namespaces: readonly Namespace[]): Promise<void> => {
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  const read = missing.map(async (name) => {
    const file = files[`./locales/${language}/${name}.json`];
    if (file) i18next.addResourceBundle(language, name, await retryImport(file)());
  });
  await Promise.all(read);
};

/** Loads a screen's texts in the current language only; each language is its own file. */
export const loadTexts = async (namespaces: readonly Namespace[]): Promise<void> => {
  for (const name of namespaces) needed.add(name);
  let language: Language;
  // The language may have changed meanwhile.
  do {
    language = chosenLanguage();
    await load(language, namespaces);
  } while (language !== chosenLanguage());
};

/** A name that has quotes of its own may stand in those of a text, on every screen. */
const QUOTES: PostProcessorModule = { type: 'postProcessor', name: 'quotes', process: nestQuotes };

const showLanguage = (language: string): void => {
  document.documentElement.lang = language;
};

const followChoice = async (): Promise<void> => {
  const language = chosenLanguage();
  if (language === i18next.language) return;
  await load(language, [...needed]);
  if (language === chosenLanguage()) await i18next.changeLanguage(language);
};

/** Starts i18n in this computer's language and follows changes of the preference. */
export const startTexts = async (namespaces: readonly Namespace[]): Promise<void> => {
  i18next.on('languageChanged', showLanguage);
  await i18next
    .use(initReactI18next)
    .use(QUOTES)
    .init({
      lng: chosenLanguage(),
      fallbackLng: false,
      resources: {},
      defaultNS: 'common',
      // A screen reads the texts that all share by its own `t`.
      fallbackNS: 'common',
      interpolation: { escapeValue: false },
      postProcess: QUOTES.name,
    });
  await loadTexts(namespaces);
  preferencesStore.subscribe(() => void followChoice());
};
