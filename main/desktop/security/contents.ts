import type { IpcMainInvokeEvent, WebContents, WebPreferences } from 'electron';
import { isLoopback } from '../../platform/config.ts';

/**
 * Point 13, "Disable or limit navigation": the window stays with the service, in every frame. Origins are compared as
 * parsed, never as text (http://127.0.0.1:7480.evil.example begins like ours).
 * https://www.electronjs.org/docs/latest/tutorial/security#13-disable-or-limit-navigation
 */
export const isNavigationAllowed = (url: string, origin: string | undefined): boolean => {
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

export const limitNavigation = (
  contents: WebContents,
  origin: () => string | undefined,
  onRefused: (url: string) => void,
): void => {
  const check = (event: { url: string; preventDefault(): void }): void => {
    if (isNavigationAllowed(event.url, origin())) return;
    event.preventDefault();
    onRefused(event.url);
  };
  contents.on('will-navigate', check);
  contents.on('will-redirect', check);
  contents.on('will-frame-navigate', check);
};

/**
 * Points 11 and 12, "Do not use allowpopups for WebViews", "Verify WebView options before creation": none may be
 * created.
 * https://www.electronjs.org/docs/latest/tutorial/security#12-verify-webview-options-before-creation
 */
export const denyWebviews = (contents: WebContents): void => {
  contents.on('will-attach-webview', (event) => event.preventDefault());
};

/**
 * WebRTC could send what a page knows to any address, past the session's filter of requests and the page's policy. This
 * leaves it no way but a proxy over TCP, and there is none.
 * https://www.electronjs.org/docs/latest/api/web-contents#contentssetwebrtciphandlingpolicypolicy
 */
export const denyWebRtc = (contents: WebContents): void =>
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');

/**
 * Point 14, "Disable or limit creation of new windows": there is one. A link for another goes to the user's browser if
 * the address is allowed (`allowedOutside`).
 * https://www.electronjs.org/docs/latest/tutorial/security#14-disable-or-limit-creation-of-new-windows
 */
export const denyNewWindows = (contents: WebContents, openExternal: (url: string) => void): void =>
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });

/**
 * Point 15, "Do not use shell.openExternal with untrusted content": the system would also start programs and open
 * files. Allowed are the bank's pages, this service, and in the practice shop its bank.
 * https://www.electronjs.org/docs/latest/tutorial/security#15-do-not-use-shellopenexternal-with-untrusted-content
 */

/** Payment pages, and pages that the bank links to: its own, and the tax office's for looking up fiscal checks. */
const BANK_HOSTS = /^(?:mbnk\.biz|pay\.mbnk\.biz|(?:[a-z0-9-]+\.)*monobank\.ua|cabinet\.tax\.gov\.ua)$/;

export interface OwnAddresses {
  origin: string | undefined;
  /** The bank's address: in the practice shop another program of this computer. */
  bankUrl: string | undefined;
}

const isPracticeBank = (url: URL, bankUrl: string | undefined): boolean => {
  const bank = bankUrl === undefined ? null : URL.parse(bankUrl);
  return bank !== null && isLoopback(bank.hostname) && bank.origin === url.origin;
};

/** Gives the normalized address; undefined: not to be opened. */
export const allowedOutside = (address: string, { origin, bankUrl }: OwnAddresses): string | undefined => {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return undefined;
  const isBank = url.protocol === 'https:' && url.port === '' && BANK_HOSTS.test(url.hostname);
  const isHere = url.protocol === 'http:' && (url.origin === origin || isPracticeBank(url, bankUrl));
  return isBank || isHere ? url.href : undefined;
};

/**
 * Rights of the page; mostly Electron's defaults, stated so that a later default cannot change them.
 * https://www.electronjs.org/docs/latest/tutorial/security
 */
export const webPreferences = (preload: string | undefined, isPackaged: boolean): WebPreferences => ({
  ...(preload !== undefined && { preload }),
  // Point 2, "Do not enable Node.js integration for remote content".
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  // Point 3, "Enable Context Isolation".
  contextIsolation: true,
  // Point 4, "Enable process sandboxing". Not app.enableSandbox(): that would strip the --no-sandbox which the launchers
  // of Linux packages add where the system allows no sandbox (shell/browser/api/electron_api_app.cc).
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
  // On Windows and Linux the dictionaries come from a Google server, and the typed text is names and sums.
  spellcheck: false,
  devTools: !isPackaged,
  // The sound of a payment plays without a click before it.
  autoplayPolicy: 'no-user-gesture-required',
});

/**
 * Point 17, "Validate the sender of all IPC messages": only the main frame of our own window. The address of any other
 * frame is withheld, so that the bridge refuses it and logs that. A frame that is gone is null.
 * https://www.electronjs.org/docs/latest/tutorial/security#17-validate-the-sender-of-all-ipc-messages
 */
export const senderAddress = (
  { senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>,
  window: Pick<WebContents, 'mainFrame'> | undefined,
): string =>
  senderFrame !== null && window !== undefined && senderFrame === window.mainFrame ? senderFrame.url : '';
