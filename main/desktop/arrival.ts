import type { App } from 'electron';

/** `kramar://invoice/123`, `kramar://charge`, `kramar://today`: links into the program from mails and other programs. */

export const LINK_PROTOCOL = 'kramar';

const isLink = (text: string): boolean => /^kramar:/i.test(text);

/** The system passes a link on as an argument among others. */
export const linkIn = (args: readonly string[]): string | undefined => args.find(isLink);

/** Windows puts a slash behind a link without a path. */
const INVOICE = /^kramar:\/\/invoice\/([1-9]\d{0,15})\/?$/i;
const PLACE = /^kramar:\/\/(charge|today)\/?$/i;

/**
 * The screen that a link means. Whoever makes a link is not trusted, so it is taken only whole; of anything else the
 * window alone is shown.
 */
export const placeOfLink = (link: string): string | undefined => {
  const [, id] = INVOICE.exec(link) ?? [];
  if (id !== undefined) return Number.isSafeInteger(Number(id)) ? `/invoices/${id}` : undefined;
  const [, place] = PLACE.exec(link) ?? [];
  return place && `/${place.toLowerCase()}`;
};

interface Handed {
  args: readonly string[];
}

const argsOf = (data: unknown, argv: readonly string[]): readonly string[] => {
  const args = (data as Partial<Handed> | null)?.args;
  return Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : argv;
};

/**
 * One Kramar a user: two would fight for the port. A second start hands its link to the first, which shows itself.
 * The arguments go along by hand, for Chromium reorders what it passes on
 * (https://www.electronjs.org/docs/latest/api/app#event-second-instance).
 * @returns false: there is another one; this one is to end
 */
export const beTheOnlyOne = (
  app: App,
  args: readonly string[],
  onSecond: (link: string | undefined) => void,
): boolean => {
  if (!app.requestSingleInstanceLock({ args } satisfies Handed)) return false;
  app.on('second-instance', (_event, argv, _folder, data) => onSecond(linkIn(argsOf(data, argv))));
  return true;
};
