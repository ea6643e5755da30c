import {
  IconCashRegister,
  IconChartBar,
  IconPackage,
  IconReceipt,
  IconSettings,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react';
import * as v from 'valibot';
import type { Account } from '../../shared/api/employees.ts';
import { catalogSearch } from '../features/catalog/search.ts';
import { employeesSearch } from '../features/employees/search.ts';
import type { IncomeSearch } from '../features/income/search.ts';
import { reconciliationSearch } from '../features/reconciliation/search.ts';
import { daySearch, daysSearch, monthSearch, salesSearch } from '../features/reports/search.ts';
import type { ShiftSearch } from '../features/shift/search.ts';
import type { Namespace, Texts } from '../i18n/index.ts';
import { invoicesSearch } from '../lib/invoice-search.ts';
import { hasPermission, type Need } from '../shop/session/permissions.ts';

export type ScreenPart = () => Promise<React.ComponentType>;

/** Names the component of a module, which is loaded when its screen is opened. Its type is not read: screens know the router. */
const part =
  <Part extends object, Name extends keyof Part & string>(
    load: () => Promise<Part>,
    name: Name,
  ): ScreenPart =>
  async () =>
    (await load())[name] as React.ComponentType;

/** Everything about a screen: router, navigation, search, shortcuts, title and permission follow from it. */
export interface Screen {
  /** From the screen around it, where router.tsx puts it into one. */
  path: string;
  texts: readonly Namespace[];
  load: ScreenPart;
  /** Key of the title in `places`; without one, the screen around it gives the title. */
  title?: keyof Texts['common']['places'];
  /** The place of the navigation that the screen belongs to, where its address does not say it. */
  place?: string;
  /** One of these is enough; without them, what the screen around it needs. */
  needs?: readonly Need[];
  /** One of these is needed besides for the navigation to list it. */
  listedFor?: readonly Need[];
  /** Only of the places of the navigation. */
  icon?: TablerIcon;
  key?: string;
  /** The key as people read it. */
  shown?: string;
  validateSearch?: unknown;
}

/** Anything else in the address counts as absent. */
const optional = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined));
const optionalId = optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const saleIds = { invoice: optionalId, cash: optionalId, parts: optionalId };

/** Every screen. */
export const SCREENS = {
  today: {
    path: '/today',
    title: 'today',
    needs: ['reports'],
    icon: IconSun,
    key: 'alt+Digit1',
    shown: 'Alt 1',
    texts: ['today'],
    load: part(() => import('./today-with-actions.tsx'), 'TodayWithActions'),
  },
  charge: {
    path: '/charge',
    title: 'charge',
    needs: ['can_create_invoices'],
    icon: IconCashRegister,
    key: 'F2',
    shown: 'F2',
    /** The invoice being paid, or the sale for cash whose change is due, so that a reload returns to it; the held carts. */
    validateSearch: v.object({ ...saleIds, held: optional(v.literal(true)) }),
    texts: ['charge', 'terminals', 'printing', 'customer', 'people'],
    load: part(() => import('../features/charge/charge.tsx'), 'Charge'),
  },
  invoices: {
    path: '/invoices',
    title: 'invoices',
    needs: ['can_view_invoices'],
    icon: IconReceipt,
    key: 'alt+Digit2',
    shown: 'Alt 2',
    validateSearch: invoicesSearch,
    texts: ['invoices'],
    load: part(() => import('../features/invoices/invoices.tsx'), 'Invoices'),
  },
  catalog: {
    path: '/catalog',
    title: 'catalog',
    listedFor: ['catalog'],
    icon: IconPackage,
    key: 'alt+Digit3',
    shown: 'Alt 3',
    texts: ['catalog'],
    load: part(() => import('../features/catalog/catalog.tsx'), 'Catalog'),
  },
  reports: {
    path: '/reports',
    title: 'reports',
    needs: ['reports'],
    icon: IconChartBar,
    key: 'alt+Digit4',
    shown: 'Alt 4',
    texts: ['reports', 'closing'],
    load: part(() => import('../features/reports/reports.tsx'), 'Reports'),
  },
  settings: {
    path: '/settings',
    title: 'settings',
    needs: ['owner', 'can_manage_terminals'],
    icon: IconSettings,
    key: 'alt+Digit5',
    shown: 'Alt 5',
    texts: ['settings'],
    load: part(() => import('../features/settings/settings.tsx'), 'Settings'),
  },
  firstRun: {
    path: '/first-run',
    texts: ['first-run', 'terminals'],
    load: part(() => import('./first-run.tsx'), 'FirstRunWithTerminal'),
  },
  shift: {
    path: '/shift',
    title: 'shift',
    place: 'charge',
    needs: ['can_create_invoices', 'reports'],
    key: 'alt+Digit6',
    shown: 'Alt 6',
    /** Checked by the screen, which is loaded later. */
    validateSearch: (search: Record<string, unknown>): ShiftSearch => search,
    texts: ['shift', 'reports'],
    load: part(() => import('../features/shift/shift.tsx'), 'ShiftScreen'),
  },
  stands: {
    path: '/charge/stands',
    title: 'stands',
    needs: ['can_view_invoices'],
    texts: ['board', 'terminals'],
    load: part(() => import('../features/terminals/board/board.tsx'), 'Board'),
  },
  invoice: {
    path: '$invoiceId',
    texts: ['invoices', 'people'],
    load: part(() => import('../features/invoices/details.tsx'), 'InvoiceDetails'),
  },
  cashSale: {
    path: 'cash/$cashId',
    texts: ['invoices', 'people'],
    load: part(() => import('../features/invoices/cash/cash-details.tsx'), 'CashDetails'),
  },
  catalogPart: {
    /** products, categories, units */
    path: '$part',
    validateSearch: catalogSearch,
    texts: ['catalog', 'fiscal'],
    load: part(() => import('../features/catalog/part.tsx'), 'CatalogPart'),
  },
  sales: {
    path: 'sales',
    validateSearch: salesSearch,
    texts: ['reports'],
    load: part(() => import('../features/reports/sales.tsx'), 'Sales'),
  },
  day: {
    path: 'day',
    validateSearch: daySearch,
    texts: ['reports'],
    load: part(() => import('../features/reports/day.tsx'), 'Day'),
  },
  days: {
    path: 'days',
    validateSearch: daysSearch,
    texts: ['closing', 'month'],
    load: part(() => import('../features/reports/days.tsx'), 'Days'),
  },
  closeDay: {
    path: '/reports/close-day',
    title: 'closeDay',
    needs: ['reports'],
    validateSearch: daySearch,
    texts: ['closing', 'reports'],
    load: part(() => import('../features/reports/closing/close-day.tsx'), 'CloseDay'),
  },
  closeMonth: {
    path: '/reports/close-month',
    title: 'closeMonth',
    needs: ['books'],
    validateSearch: monthSearch,
    texts: ['closing', 'month', 'reports'],
    load: part(() => import('../features/reports/closing/close-month.tsx'), 'CloseMonth'),
  },
  income: {
    path: 'income',
    needs: ['books'],
    /** Checked by the screen, which is loaded later. */
    validateSearch: (search: Record<string, unknown>): IncomeSearch => search,
    texts: ['income', 'reports'],
    load: part(() => import('../features/income/income.tsx'), 'Income'),
  },
  reconciliation: {
    path: 'reconciliation',
    needs: ['books'],
    validateSearch: reconciliationSearch,
    texts: ['reconciliation'],
    load: part(() => import('../features/reconciliation/reconciliation.tsx'), 'Reconciliation'),
  },
  firstSetting: {
    path: '/',
    texts: ['settings'],
    load: part(() => import('../features/settings/overview.tsx'), 'Overview'),
  },
  bank: {
    path: 'bank',
    title: 'bank',
    /** The dialog to open: adding a terminal, or changing a token (a terminal's id). Never a token itself. */
    validateSearch: v.object({
      add: v.optional(v.fallback(v.optional(v.literal(true)), undefined)),
      token: optionalId,
    }),
    texts: ['terminals', 'board', 'fiscal'],
    load: part(() => import('../features/terminals/terminals.tsx'), 'Terminals'),
  },
  people: {
    path: 'people',
    title: 'people',
    needs: ['owner'],
    validateSearch: employeesSearch,
    texts: ['employees'],
    load: part(() => import('../features/employees/employees.tsx'), 'Employees'),
  },
  log: {
    path: 'people/log',
    title: 'log',
    needs: ['owner'],
    texts: ['actions', 'settings'],
    load: part(() => import('../features/actions/actions.tsx'), 'Actions'),
  },
  till: {
    path: 'till',
    needs: ['owner'],
    texts: ['till', 'settings'],
    load: part(() => import('./till-settings.tsx'), 'TillSettings'),
  },
  section: {
    path: '$section',
    needs: ['owner'],
    texts: ['settings', 'backups', 'copies', 'printing'],
    load: part(() => import('../features/settings/section.tsx'), 'Section'),
  },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

/** Whether the account may open a screen. @param needs of the screen and those around it */
export const mayOpen = (account: Account, needs: readonly (readonly Need[] | undefined)[]): boolean =>
  needs.every((anyOf) => anyOf === undefined || anyOf.some((need) => hasPermission(account, need)));

const PLACES = ['today', 'charge', 'invoices', 'catalog', 'reports', 'settings'] as const;
export type PlaceName = (typeof PLACES)[number];

const nameAnd = <Name extends ScreenName>(name: Name) => ({ name, ...SCREENS[name] });
const isListed = (account: Account) => (name: ScreenName) => {
  const { needs, listedFor }: Screen = SCREENS[name];
  return mayOpen(account, [needs, listedFor]);
};

/** The places of the navigation that the account may open. */
export const placesOf = (account: Account) => PLACES.filter(isListed(account)).map(nameAnd);

/** The screens with a key of their own: the places, and the shift. */
export const shortcutsOf = (account: Account) =>
  ([...PLACES, 'shift'] as const).filter(isListed(account)).map(nameAnd);

/** The place that an address belongs to: the shift and the stands are parts of New sale. */
export const placeOf = (pathname: string): PlaceName | undefined =>
  pathname.startsWith(SCREENS.shift.path)
    ? SCREENS.shift.place
    : PLACES.find((name) => pathname.startsWith(SCREENS[name].path));

/** The owner begins at Today, who sells at New sale, who reads at Reports. Who may open no place sees that access is the owner's to give. */
export const homePathOf = (account: Account) => {
  const places = placesOf(account);
  const usual: PlaceName = account.is_owner ? 'today' : account.can_create_invoices ? 'charge' : 'reports';
  return (places.find(({ name }) => name === usual) ?? places[0])?.path ?? '/catalog';
};
