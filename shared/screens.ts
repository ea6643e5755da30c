/** Where the screens are: each of these paths, and whatever is below it, is answered with the page. */
export const SCREEN_PATHS = [
  '/today',
  '/charge',
  '/invoices',
  '/catalog',
  '/terminals',
  '/reports',
  '/employees',
  '/settings',
  '/first-run',
] as const;

const FIRST_SEGMENTS: ReadonlySet<string> = new Set(SCREEN_PATHS);

/** `/invoices/15` → true, `/invoicesque` → false. */
export const isScreenPath = (path: string): boolean => FIRST_SEGMENTS.has(`/${path.split('/', 2)[1] ?? ''}`);

/** Stands in the page wherever the nonce of the answer goes. */
export const NONCE_PLACEHOLDER = '{{nonce}}';
