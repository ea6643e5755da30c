import type { RequestEntry } from '../../../shared/api/requests.ts';
import { isRefusal } from './statuses.ts';

/** Filters recent requests and formats bodies: pure. */

export interface Filters {
  withScreens: boolean;
  onlyRefusals: boolean;
}

export const shownOf = (
  entries: readonly RequestEntry[],
  { withScreens, onlyRefusals }: Filters,
): RequestEntry[] =>
  entries.filter(
    ({ is_screen, status }) => (withScreens || !is_screen) && (!onlyRefusals || isRefusal(status)),
  );

/** `/api/v1/invoices/` → `invoices/`: drops the common prefix. */
export const shortPath = (path: string): string => path.replace(/^\/api\/v1\//, '');

/** Indented JSON, or the text unchanged. */
export const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** `<text/csv, 12 kB>`: a body other than JSON is logged as type and size. */
export const isBodySummary = (body: string): boolean => /^<[^{]*>$/s.test(body);

/** A truncated text cannot be sent again. */
export const isCut = (body: string): boolean => body.endsWith('…');
