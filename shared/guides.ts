/** The guides that the service serves at /docs/<name>/<language>/, and the anchors that the screens link to. */

/** Sections of the owner's guide in their order, the same in both languages: the ids of its second-level headings. */
export const OWNER_SECTIONS = [
  'limits',
  'first-day',
  'sale',
  'trouble',
  'catalog',
  'reports',
  'shift',
  'registers',
  'till',
  'backups',
  'access',
  'actions',
] as const;
export type OwnerSection = (typeof OWNER_SECTIONS)[number];

export const GUIDE_LANGUAGES = ['uk', 'en'] as const;
export type GuideLanguage = (typeof GUIDE_LANGUAGES)[number];

/** The pages for programmers of tills, in their order; `till` itself is their list of contents. */
const TILL_PAGES = [
  'till/start',
  'till/sale',
  'till/events',
  'till/refund',
  'till/errors',
  'till/testing',
  'till/offline',
  'till/webhooks',
  'till/browser',
  'till/another-computer',
  'till/1c',
  'till/generators',
] as const;

export const GUIDE_NAMES = [
  'owner',
  'income-book',
  'till',
  ...TILL_PAGES,
  'behaviour',
  'bank-reports',
  'running',
  'command-line',
  'copies',
  'data-archive',
  'money-safety',
] as const;
export type GuideName = (typeof GUIDE_NAMES)[number];

/** The address of a guide in a language. @param section a heading's id */
export const guidePath = (name: GuideName, language: GuideLanguage, section?: string): string =>
  `/docs/${name}/${language}/${section === undefined ? '' : `#${section}`}`;
