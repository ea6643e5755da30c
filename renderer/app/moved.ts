/** Addresses of earlier versions, which links, notes and programs still hold; the longer ones first. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['/terminals/board', '/charge/stands'],
  ['/terminals', '/settings/bank'],
  ['/employees/actions', '/settings/people/log'],
  ['/employees', '/settings/people'],
  ['/actions', '/settings/people/log'],
  ['/cash-sales', '/invoices'],
  ['/reports/month', '/reports/close-month'],
  ['/settings/security', '/settings/computer'],
  ['/settings/about', '/settings/computer'],
];

/** @returns where the screen of an earlier address is now; undefined for an address of today */
export const movedTo = (path: string): string | undefined => MOVED.find(([from]) => path === from)?.[1];
