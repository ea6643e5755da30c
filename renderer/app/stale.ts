import type { QueryClient } from '@tanstack/react-query';
import type { Event } from '../../shared/api/events.ts';

/** A sync of the statement tells of hundreds of invoices in a moment: what is shown is read anew once. */
const GATHER_MS = 250;

/** The first parts of the keys in api/queries.ts that an event makes stale. */
export const staleAfter = ({ type }: Pick<Event, 'type'>): readonly string[] => {
  if (type.startsWith('invoice.')) return ['invoices', 'stats'];
  if (type.startsWith('attempt.')) return ['system', 'invoices'];
  if (type === 'terminal.synced') return ['terminals', 'cash-registers', 'system', 'jobs'];
  if (type === 'backup.restored')
    return [
      'account',
      'system',
      'terminals',
      'invoices',
      'stats',
      'products',
      'employees',
      'settings',
      'backups',
      'jobs',
    ];
  if (type.startsWith('backup.')) return ['system', 'jobs', 'backups'];
  return ['system', 'jobs'];
};

/** Gathers events, and then has what they touch read anew where it is shown. */
export const createStaleMarker = (queries: Pick<QueryClient, 'invalidateQueries'>) => {
  const names = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
    names.clear();
  };
  return {
    mark: (event: Event): void => {
      for (const name of staleAfter(event)) names.add(name);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stop: (): void => clearTimeout(timer),
  };
};
