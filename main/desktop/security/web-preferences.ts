import type { WebPreferences } from 'electron';

/**
 * What the page may do; mostly Electron's defaults, said aloud so that no later default changes them.
 * https://www.electronjs.org/docs/latest/tutorial/security
 */
export const webPreferences = (preload: string, isPackaged: boolean): WebPreferences => ({
  preload,
  // Point 2, "Do not enable Node.js integration for remote content".
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  // Point 3, "Enable Context Isolation".
  contextIsolation: true,
  // Point 4, "Enable process sandboxing".
  sandbox: true,
  // Point 6, "Do not disable webSecurity".
  webSecurity: true,
  // Point 8, "Do not enable allowRunningInsecureContent".
  allowRunningInsecureContent: false,
  // Point 9, "Do not enable experimental features" (point 10, enableBlinkFeatures: not given).
  experimentalFeatures: false,
  // Points 11 and 12: there are no webviews at all (webviews.ts).
  webviewTag: false,
  // A dropped file must not replace the page.
  navigateOnDragDrop: false,
  // On Windows and Linux the dictionaries come from a server of Google's, and what is typed are names and sums.
  spellcheck: false,
  devTools: !isPackaged,
  // The sound of a payment comes without a click before it.
  autoplayPolicy: 'no-user-gesture-required',
});
