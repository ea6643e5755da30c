import type { WebContents } from 'electron';

/**
 * Point 14, "Disable or limit creation of new windows": there is one. A link that asks for another is offered to the
 * user's browser, which has a list of what it takes (external.ts).
 * https://www.electronjs.org/docs/latest/tutorial/security#14-disable-or-limit-creation-of-new-windows
 */
export const denyNewWindows = (contents: WebContents, openOutside: (url: string) => void): void =>
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
