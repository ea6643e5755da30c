import type { App } from 'electron';

/**
 * Point 4, "Enable process sandboxing": for every renderer that may ever be made, whatever its own preferences say.
 * https://www.electronjs.org/docs/latest/tutorial/security#4-enable-process-sandboxing
 */
export const sandboxEverything = (app: App): void => app.enableSandbox();
