import type { Permission } from '../../../shared/permissions.ts';

/** What a till is to do, and the rights that takes: no more. Seeing invoices goes with all: how else is paid known? */
export const PURPOSES = {
  charge: ['can_view_invoices', 'can_create_invoices'],
  refund: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
  read: ['can_view_invoices'],
} as const satisfies Record<string, readonly Permission[]>;
export type Purpose = keyof typeof PURPOSES;
export const PURPOSE_NAMES = Object.keys(PURPOSES) as Purpose[];
export const isPurpose = (name: string): name is Purpose => PURPOSE_NAMES.some((each) => each === name);
