import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferencesStore } from '../lib/preferences.ts';
import enBackups from './locales/en/backups.json';
import enBoard from './locales/en/board.json';
import enCatalog from './locales/en/catalog.json';
import enCharge from './locales/en/charge.json';
import enCommon from './locales/en/common.json';
import enEmployees from './locales/en/employees.json';
import enFailures from './locales/en/failures.json';
import enFirstRun from './locales/en/first-run.json';
import enInvoices from './locales/en/invoices.json';
import enReconciliation from './locales/en/reconciliation.json';
import enReports from './locales/en/reports.json';
import enSettings from './locales/en/settings.json';
import enTerminals from './locales/en/terminals.json';
import enTill from './locales/en/till.json';
import enToday from './locales/en/today.json';
import ukBackups from './locales/uk/backups.json';
import ukBoard from './locales/uk/board.json';
import ukCatalog from './locales/uk/catalog.json';
import ukCharge from './locales/uk/charge.json';
import ukCommon from './locales/uk/common.json';
import ukEmployees from './locales/uk/employees.json';
import ukFailures from './locales/uk/failures.json';
import ukFirstRun from './locales/uk/first-run.json';
import ukInvoices from './locales/uk/invoices.json';
import ukReconciliation from './locales/uk/reconciliation.json';
import ukReports from './locales/uk/reports.json';
import ukSettings from './locales/uk/settings.json';
import ukTerminals from './locales/uk/terminals.json';
import ukTill from './locales/uk/till.json';
import ukToday from './locales/uk/today.json';

/** Ukrainian is the one that is written first; test/renderer/i18n.test.ts holds English to the same keys. */
const uk = {
  common: ukCommon,
  failures: ukFailures,
  charge: ukCharge,
  invoices: ukInvoices,
  terminals: ukTerminals,
  today: ukToday,
  employees: ukEmployees,
  settings: ukSettings,
  backups: ukBackups,
  board: ukBoard,
  catalog: ukCatalog,
  reconciliation: ukReconciliation,
  reports: ukReports,
  till: ukTill,
  'first-run': ukFirstRun,
};
const en = {
  common: enCommon,
  failures: enFailures,
  charge: enCharge,
  invoices: enInvoices,
  terminals: enTerminals,
  today: enToday,
  employees: enEmployees,
  settings: enSettings,
  backups: enBackups,
  board: enBoard,
  catalog: enCatalog,
  reconciliation: enReconciliation,
  reports: enReports,
  till: enTill,
  'first-run': enFirstRun,
};

const resources = { uk, en };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof uk;
  }
}

export type Language = keyof typeof resources;

const showLanguage = (language: string): void => {
  document.documentElement.lang = language;
};

/** Starts the catalogue in the language that was chosen on this computer; a change of the choice changes it at once. */
export const startTexts = async (): Promise<void> => {
  i18next.on('languageChanged', showLanguage);
  await i18next.use(initReactI18next).init({
    lng: preferencesStore.get().language,
    fallbackLng: 'uk',
    resources,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
  preferencesStore.subscribe(() => {
    const { language } = preferencesStore.get();
    if (language !== i18next.language) void i18next.changeLanguage(language);
  });
};
