/** Terms of the income book that the service and the screens share. */

/** How income came that no payment of Kramar holds. */
export const INCOME_KINDS = ['cash', 'transfer'] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

/** Groups of the single tax with a limit of income; the fourth (farmers) has none. */
export const TAX_GROUPS = [1, 2, 3] as const;
export type TaxGroup = (typeof TAX_GROUPS)[number];

/** Percents of the limit at which the owner is warned. */
export const WARNING_LEVELS = [80, 90, 100] as const;
export type WarningLevel = (typeof WARNING_LEVELS)[number];
