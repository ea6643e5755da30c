import type { LinkProps } from '@tanstack/react-router';
import type { Account } from '../../../shared/api/employees.ts';
import type { CounterSettings } from '../../../shared/api/settings.ts';
import type { GuideName, OwnerSection } from '../../../shared/guides.ts';
import type { SectionName } from '../../features/settings/sections.ts';
import { hasPermission, type Need } from '../../shop/session/permissions.ts';
import type { PHRASES } from './phrases.ts';

/** What the search finds without a request: actions, settings and parts of the guide. */

export type Link = Pick<LinkProps, 'to' | 'params' | 'search'>;
/** What is done at once, without another screen. */
export type Act = 'lock' | 'pin' | 'signOut' | 'printLast' | 'dark' | 'light' | 'otherLanguage' | 'shortcuts';
export type Target = { link: Link } | { act: Act } | { guide: GuideName; section?: OwnerSection };

export type EntryName = keyof typeof PHRASES;

interface Entry {
  group: 'actions' | 'settings' | 'guide';
  target: Target;
  /** One of these is enough. */
  needs?: readonly Need[];
  /** Its key as people read it. */
  shown?: string;
  /** Only where there is more than one person. */
  isForSeveral?: true;
  /** Only where the shop takes cash. */
  isForCash?: true;
  /** Only where the owner has not switched this off. */
  isOf?: 'held_carts' | 'customer_screen';
  /** Only in the program's window. */
  isOfWindow?: true;
}

const OWNER = ['owner'] as const;
const SELLS = ['can_create_invoices'] as const;
const REFUNDS = ['can_cancel_invoices'] as const;
const REPORTS = ['reports'] as const;
const BOOKS = ['books'] as const;
const VIEWS = ['can_view_invoices'] as const;
const CATALOG = ['catalog'] as const;
const BANK = ['owner', 'can_manage_terminals'] as const;

const go = (to: LinkProps['to'], search?: object): Target => ({
  link: { to, ...(search ? { search } : {}) } as Link,
});
const section = (name: SectionName): Entry => ({
  group: 'settings',
  needs: OWNER,
  target: { link: { to: '/settings/$section', params: { section: name } } },
});
const sale = (search?: object): Entry => ({ group: 'actions', needs: SELLS, target: go('/charge', search) });
const bank: Entry = { group: 'settings', needs: BANK, target: go('/settings/bank') };
const people: Entry = { group: 'settings', needs: OWNER, target: go('/settings/people') };
const month: Entry = { group: 'actions', needs: BOOKS, target: go('/reports/close-month') };
const products = (search?: object): Target => ({
  link: { to: '/catalog/$part', params: { part: 'products' }, ...(search ? { search } : {}) } as Link,
});

/** In the order in which equally good ones are shown. */
export const ENTRIES: Record<EntryName, Entry> = {
  closeDay: { group: 'actions', needs: REPORTS, target: go('/reports/close-day') },
  daySummary: { group: 'actions', needs: REPORTS, target: go('/reports/day') },
  closeMonth: month,
  archive: month,
  accounting: month,
  shift: {
    group: 'actions',
    needs: ['can_create_invoices', 'reports'],
    target: go('/shift'),
    shown: 'Alt 6',
  },
  till: { group: 'actions', needs: ['can_create_invoices', 'reports'], target: go('/shift'), shown: 'Alt 6' },
  newSale: { ...sale(), shown: 'F2' },
  qr: { ...sale(), shown: 'F2' },
  cashIn: { group: 'actions', needs: SELLS, target: go('/shift', { move: 'in' }), isForCash: true },
  cashOut: { group: 'actions', needs: SELLS, target: go('/shift', { move: 'out' }), isForCash: true },
  cash: { group: 'actions', needs: SELLS, target: go('/charge'), shown: 'F9', isForCash: true },
  parts: { group: 'actions', needs: SELLS, target: go('/charge'), shown: 'F10', isForCash: true },
  rounding: section('counter'),
  discount: { group: 'actions', needs: SELLS, target: go('/charge'), shown: 'F4' },
  heldCarts: { ...sale({ held: true }), shown: 'F8', isOf: 'held_carts' },
  customerScreen: { group: 'actions', needs: SELLS, target: go('/charge'), isOf: 'customer_screen' },
  refund: { group: 'actions', needs: REFUNDS, target: go('/invoices', { status: 'success' }) },
  unpaid: { group: 'actions', needs: VIEWS, target: go('/invoices', { status: 'created' }) },
  printLast: { group: 'actions', needs: VIEWS, target: { act: 'printLast' } },
  stands: { group: 'actions', needs: VIEWS, target: go('/charge/stands') },
  addProduct: { group: 'actions', needs: CATALOG, target: products({ open: 'new' }), shown: 'N' },
  importProducts: { group: 'actions', needs: CATALOG, target: products({ import: true }) },
  takings: { group: 'actions', needs: REPORTS, target: go('/reports/sales') },
  takingsYesterday: {
    group: 'actions',
    needs: REPORTS,
    target: go('/reports/sales', { period: 'yesterday' }),
  },
  incomeLimit: { group: 'actions', needs: BOOKS, target: go('/reports/income') },
  reconciliation: { group: 'actions', needs: BOOKS, target: go('/reports/reconciliation') },
  lock: { group: 'actions', target: { act: 'lock' }, shown: 'Alt L' },
  switchUser: { group: 'actions', target: { act: 'lock' }, shown: 'Alt L', isForSeveral: true },
  pin: { group: 'actions', target: { act: 'pin' }, isOfWindow: true },
  signOut: { group: 'actions', target: { act: 'signOut' } },
  password: { group: 'actions', needs: OWNER, target: go('/settings/people', { open: 'me' }) },
  addPerson: { group: 'actions', needs: OWNER, target: go('/settings/people', { open: 'new' }) },
  log: { group: 'actions', needs: OWNER, target: go('/settings/people/log') },
  statement: { group: 'actions', needs: BANK, target: go('/settings/bank') },
  dark: { group: 'actions', target: { act: 'dark' } },
  light: { group: 'actions', target: { act: 'light' } },
  otherLanguage: { group: 'actions', target: { act: 'otherLanguage' } },
  shortcuts: { group: 'actions', target: { act: 'shortcuts' }, shown: '?' },
  guide: { group: 'actions', target: { guide: 'owner' }, shown: 'F1' },
  shopName: section('shop'),
  logo: section('shop'),
  iban: section('shop'),
  printer: section('print'),
  drawer: section('print'),
  token: bank,
  bank,
  addBank: { ...bank, needs: OWNER, target: go('/settings/bank', { add: true }), isOfWindow: true },
  standPrint: bank,
  rights: people,
  people,
  backup: section('backup'),
  backupDisk: section('backup'),
  restore: section('backup'),
  moving: section('backup'),
  language: section('computer'),
  sound: section('computer'),
  autostart: section('computer'),
  updates: section('computer'),
  keys: section('till'),
  guideSale: { group: 'guide', target: { guide: 'owner', section: 'sale' } },
  guideTrouble: { group: 'guide', target: { guide: 'owner', section: 'trouble' } },
  guideBackups: { group: 'guide', needs: OWNER, target: { guide: 'owner', section: 'backups' } },
  guideTill: { group: 'guide', needs: OWNER, target: { guide: 'till' } },
};

const NAMES = Object.keys(ENTRIES) as EntryName[];

export interface Around {
  account: Account;
  /** Whether there is another person. */
  hasOthers: boolean;
  takesCash: boolean;
  /** undefined: not read yet. */
  counter?: Pick<CounterSettings, 'held_carts' | 'customer_screen'> | undefined;
  isWindow: boolean;
}

/** The entries that this user can open here. */
export const entriesOf = ({ account, hasOthers, takesCash, counter, isWindow }: Around): EntryName[] =>
  NAMES.filter((name) => {
    const { needs, isForSeveral, isForCash, isOf, isOfWindow } = ENTRIES[name];
    if ((isForCash && !takesCash) || (isOf && counter?.[isOf] === false)) return false;
    if ((isForSeveral && !hasOthers) || (isOfWindow && !isWindow)) return false;
    return needs === undefined || needs.some((need) => hasPermission(account, need));
  });
