import type { RequestEntry } from '../../../shared/api/requests.ts';
import { isRefusal } from './statuses.ts';

/** Which of the last requests are shown, and how a body reads: pure. */

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

/** `/api/v1/invoices/` → `invoices/`: what all have in common says nothing. */
export const shortPath = (path: string): string => path.replace(/^\/api\/v1\//, '');

/** JSON with its lines, anything else as it is. */
export const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** `<text/csv, 12 kB>`: a body that was no JSON is told by its type and size. */
export const isBodySummary = (body: string): boolean => /^<[^{]*>$/s.test(body);

/** A long text was cut: what is left of it cannot be sent again. */
export const isCut = (body: string): boolean => body.endsWith('…');
