/** How the commands in the texts and features begin; what runs on this computer may begin otherwise. */
const BEGINNING = 'npm run admin --';

/** The service writes it into the page of a shop without an owner, where nobody can sign in to ask. */
const ofFirstRun = () => document.querySelector<HTMLMetaElement>('meta[name="kramar-console"]');

export const consoleOfFirstRun = (): string => ofFirstRun()?.content ?? '';

export const hasWindowAtFirstRun = (): boolean => ofFirstRun()?.dataset.window === 'true';

/**
 * A command as it runs on this computer, with the data folder where it is not the usual one.
 * @param start how the service says that commands begin; "" where it is not known
 */
export const wholeCommand = (command: string, start: string): string =>
  start !== '' && command.startsWith(BEGINNING) ? `${start}${command.slice(BEGINNING.length)}` : command;
