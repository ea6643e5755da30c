import type { App } from 'electron';
import { linkIn } from './links.ts';

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
