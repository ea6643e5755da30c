import type { Permission } from '../../../shared/permissions.ts';

/** The purposes of a till app with the least permissions. All include viewing invoices, to learn about payments. */
export const PURPOSES = {
  charge: ['can_view_invoices', 'can_create_invoices'],
  refund: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
  read: ['can_view_invoices'],
} as const satisfies Record<string, readonly Permission[]>;
export type Purpose = keyof typeof PURPOSES;
export const PURPOSE_NAMES = Object.keys(PURPOSES) as Purpose[];
export const isPurpose = (name: string): name is Purpose => PURPOSE_NAMES.some((each) => each === name);

/** The purpose that has just these permissions; undefined: they were chosen otherwise. */
export const purposeOf = (permissions: readonly Permission[]): Purpose | undefined =>
  PURPOSE_NAMES.find(
    (purpose) =>
      PURPOSES[purpose].length === permissions.length &&
      PURPOSES[purpose].every((permission) => permissions.includes(permission)),
  );
