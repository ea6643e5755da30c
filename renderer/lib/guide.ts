import { guidePath, type OwnerSection } from '../../shared/guides.ts';
import { preferencesStore } from './preferences.ts';

/** The owner's section for each place of the app, by the beginning of its path; the first match counts. */
const SECTIONS: readonly (readonly [path: string, section: OwnerSection])[] = [
  ['/settings/backup', 'backups'],
  ['/settings/people', 'access'],
  ['/settings/bank', 'registers'],
  ['/settings', 'first-day'],
  ['/today', 'trouble'],
  ['/charge/stands', 'registers'],
  ['/charge', 'sale'],
  ['/invoices', 'sale'],
  ['/catalog', 'catalog'],
  ['/reports', 'reports'],
  ['/shift', 'shift'],
  ['/first-run', 'first-day'],
];

/** The guide's address for a place, in the language of the screen. @param path of the app */
const guideFor = (path: string): string => {
  const { language } = preferencesStore.get();
  if (path.startsWith('/settings/till')) return guidePath('till', language);
  return guidePath('owner', language, SECTIONS.find(([start]) => path.startsWith(start))?.[1]);
};

/** Opens the guide in one tab of its own; the window's program opens it in the browser. */
export const openGuide = (path: string): void => {
  window.open(guideFor(path), 'kramar-guide');
};
