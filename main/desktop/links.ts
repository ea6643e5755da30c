import type { App } from 'electron';

/** `kramar://invoice/123`, `kramar://charge`, `kramar://settings/backup`: links from mails, programs and browsers. */

export const LINK_PROTOCOL = 'kramar';

/** The system passes a link as one argument among others. */
export const linkIn = (args: readonly string[]): string | undefined =>
  args.find((text) => /^kramar:/i.test(text));

/** Windows appends a slash to a link without a path. */
const INVOICE = /^kramar:\/\/invoice\/([1-9]\d{0,15})\/?$/i;
const PLACE =
  /^kramar:\/\/(charge|today|terminals|employees|settings\/(?:shop|bank|people|security|backup|computer|till|about))\/?$/i;

/**
 * Maps a link to its screen. Links are untrusted, so only an exact match counts; for any other the window opens without
 * a change of screen.
 */
export const screenOfLink = (link: string): string | undefined => {
  const [, id] = INVOICE.exec(link) ?? [];
  if (id !== undefined) return Number.isSafeInteger(Number(id)) ? `/invoices/${id}` : undefined;
  const [, place] = PLACE.exec(link) ?? [];
  return place && `/${place.toLowerCase()}`;
};

interface ForwardedArgs {
  args: readonly string[];
}

const argsOf = (data: unknown, argv: readonly string[]): readonly string[] => {
  const args = (data as Partial<ForwardedArgs> | null)?.args;
  return Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : argv;
};

/**
 * Keeps one Kramar per user: two would compete for the port. A second start passes its arguments to the first. The arguments travel as extra data, for Chromium reorders the ones that it passes on
 * (https://www.electronjs.org/docs/latest/api/app#event-second-instance).
 * @returns false: another instance runs, and this one must end
 */
export const acquireSingleInstance = (
  app: App,
  args: readonly string[],
  onSecond: (args: readonly string[]) => void,
): boolean => {
  if (!app.requestSingleInstanceLock({ args } satisfies ForwardedArgs)) return false;
  app.on('second-instance', (_event, argv, _folder, data) => onSecond(argsOf(data, argv)));
  return true;
};
