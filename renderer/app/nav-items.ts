import {
  IconBuildingStore,
  IconCashRegister,
  IconChartBar,
  IconPackage,
  IconReceipt,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import type { Account } from '../../shared/api/account.ts';
import { hasPermission } from '../shop/session/permissions.ts';

/** The sections of the app, in the order of the navigation. */
export const NAV_ITEMS = [
  {
    name: 'today',
    path: '/today',
    icon: IconSun,
    key: 'alt+Digit1',
    shown: 'Alt 1',
    needs: 'reports',
  },
  {
    name: 'charge',
    path: '/charge',
    icon: IconCashRegister,
    key: 'F2',
    shown: 'F2',
    needs: 'can_create_invoices',
  },
  {
    name: 'invoices',
    path: '/invoices',
    icon: IconReceipt,
    key: 'alt+Digit2',
    shown: 'Alt 2',
    needs: 'can_view_invoices',
  },
  {
    name: 'catalog',
    path: '/catalog',
    icon: IconPackage,
    key: 'alt+Digit3',
    shown: 'Alt 3',
    needs: null,
  },
  {
    name: 'terminals',
    path: '/terminals',
    icon: IconBuildingStore,
    key: 'alt+Digit4',
    shown: 'Alt 4',
    needs: null,
  },
  {
    name: 'reports',
    path: '/reports',
    icon: IconChartBar,
    key: 'alt+Digit5',
    shown: 'Alt 5',
    needs: 'reports',
  },
  {
    name: 'employees',
    path: '/employees',
    icon: IconUsers,
    key: 'alt+Digit6',
    shown: 'Alt 6',
    needs: 'owner',
  },
  {
    name: 'settings',
    path: '/settings',
    icon: IconSettings,
    key: 'alt+Digit7',
    shown: 'Alt 7',
    needs: 'owner',
  },
] as const;

export type NavItem = (typeof NAV_ITEMS)[number];

export const navItemsOf = (account: Account): NavItem[] =>
  NAV_ITEMS.filter(({ needs }) => hasPermission(account, needs));

/** The first section that the account may see. */
export const homePathOf = (account: Account): NavItem['path'] => navItemsOf(account)[0]?.path ?? '/catalog';
