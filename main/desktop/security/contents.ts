import type { IpcMainInvokeEvent, WebContents, WebPreferences } from 'electron';
import { isLoopback } from '../../platform/config.ts';

/**
 * Point 13, "Disable or limit navigation": the window stays with the service, in every frame of it. Origins are
 * compared as parsed, never as text (http://127.0.0.1:7480.evil.example begins like ours).
 * https://www.electronjs.org/docs/latest/tutorial/security#13-disable-or-limit-navigation
 */
export const mayNavigate = (url: string, origin: string | undefined): boolean => {
  const parsed = URL.parse(url);
  return (
    origin !== undefined &&
    parsed !== null &&
    parsed.protocol === 'http:' &&
    parsed.origin === origin &&
    parsed.username === '' &&
    parsed.password === ''
  );
};

interface Navigation {
  url: string;
  preventDefault(): void;
}

export const limitNavigation = (
  contents: WebContents,
  origin: () => string | undefined,
  onRefused: (url: string) => void,
): void => {
  const check = (event: Navigation): void => {
    if (mayNavigate(event.url, origin())) return;
    event.preventDefault();
    onRefused(event.url);
  };
  contents.on('will-navigate', check);
  contents.on('will-redirect', check);
  contents.on('will-frame-navigate', check);
};

/**
 * Points 11 and 12, "Do not use allowpopups for WebViews", "Verify WebView options before creation": there is none to
 * be created. https://www.electronjs.org/docs/latest/tutorial/security#12-verify-webview-options-before-creation
 */
export const denyWebviews = (contents: WebContents): void => {
  contents.on('will-attach-webview', (event) => event.preventDefault());
};

/**
 * Point 14, "Disable or limit creation of new windows": there is one. A link that asks for another is offered to the
 * user's browser, which has a list of what it takes (`allowedOutside`).
 * https://www.electronjs.org/docs/latest/tutorial/security#14-disable-or-limit-creation-of-new-windows
 */
export const denyNewWindows = (contents: WebContents, openOutside: (url: string) => void): void =>
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });

/**
 * Point 15, "Do not use shell.openExternal with untrusted content": the system would also start programs by it, and
 * open files. So: the bank's own pages, this service, and in the practice shop its bank.
 * https://www.electronjs.org/docs/latest/tutorial/security#15-do-not-use-shellopenexternal-with-untrusted-content
 */

/** Payment pages, and what the bank links to: its own, and the tax office's where fiscal checks are looked up. */
const BANK_HOSTS = /^(?:mbnk\.biz|pay\.mbnk\.biz|(?:[a-z0-9-]+\.)*monobank\.ua|cabinet\.tax\.gov\.ua)$/;

export interface Own {
  /** The running service's. */
  origin: string | undefined;
  /** Where the bank is: another program of this computer in the practice shop. */
  bankUrl: string | undefined;
}

const isPracticeBank = (url: URL, bankUrl: string | undefined): boolean => {
  const bank = bankUrl === undefined ? null : URL.parse(bankUrl);
  return bank !== null && isLoopback(bank.hostname) && bank.origin === url.origin;
};

/** As the system is to be handed it; undefined: not to be opened. */
export const allowedOutside = (address: string, { origin, bankUrl }: Own): string | undefined => {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return undefined;
  const isBank = url.protocol === 'https:' && url.port === '' && BANK_HOSTS.test(url.hostname);
  const isHere = url.protocol === 'http:' && (url.origin === origin || isPracticeBank(url, bankUrl));
  return isBank || isHere ? url.href : undefined;
};

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
  // Points 11 and 12: there are no webviews at all (`denyWebviews`).
  webviewTag: false,
  // A dropped file must not replace the page.
  navigateOnDragDrop: false,
  // On Windows and Linux the dictionaries come from a server of Google's, and what is typed are names and sums.
  spellcheck: false,
  devTools: !isPackaged,
  // The sound of a payment comes without a click before it.
  autoplayPolicy: 'no-user-gesture-required',
});

/**
 * Point 17, "Validate the sender of all IPC messages": only the main frame of our own window. The address of any other
 * frame is withheld, so that the bridge refuses it, and logs that. A frame that is gone by now is null.
 * https://www.electronjs.org/docs/latest/tutorial/security#17-validate-the-sender-of-all-ipc-messages
 */
export const senderAddress = (
  { senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>,
  window: Pick<WebContents, 'mainFrame'> | undefined,
): string =>
  senderFrame !== null && window !== undefined && senderFrame === window.mainFrame ? senderFrame.url : '';
