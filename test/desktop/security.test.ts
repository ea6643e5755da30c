import type { EventEmitter } from 'node:events';
import type { HandlerDetails, WebContents, WebFrameMain } from 'electron';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  allowedOutside,
  isNavigationAllowed,
  senderAddress,
  webPreferences,
} from '../../main/desktop/security/contents.ts';
import { APP_ID, secureProgram, setAppIdentity } from '../../main/desktop/security/program.ts';
import {
  DENY_ALL,
  hasPermission,
  isOwnContent,
  secureSession,
  withPolicy,
} from '../../main/desktop/security/session.ts';
import { createLog } from '../../main/platform/log.ts';
import { standFor } from './part.ts';
import { standInElectron, standInSession } from './stand-in.ts';
import { StandInContents } from './stand-in-window.ts';

/** A test a point of https://www.electronjs.org/docs/latest/tutorial/security; CSP of the page: start.test.ts. */

const ORIGIN = 'http://127.0.0.1:7480';
const OWN = { origin: ORIGIN, bankUrl: 'http://127.0.0.1:7481' };
const log = createLog({ level: 'error' });

let standIn: ReturnType<typeof standInElectron>;
let contents: StandInContents;
beforeEach(() => {
  standIn = standInElectron({ folder: '/nowhere' });
  const { app, shell } = standIn.electron;
  secureProgram({ app, shell, own: () => OWN, log: () => log });
  contents = new StandInContents();
  standIn.app.emit('web-contents-created', {}, contents);
});

const openWindow = (url: string) =>
  contents.windowOpen?.({
    url,
    frameName: '',
    features: '',
    disposition: 'default',
    referrer: { policy: 'default', url: '' },
  } satisfies HandlerDetails);

/** Whether an event's default was prevented. */
const isPrevented = (
  emitter: EventEmitter,
  name: string,
  details: object = {},
  ...more: unknown[]
): boolean => {
  let prevented = false;
  emitter.emit(name, { ...details, preventDefault: () => (prevented = true) }, ...more);
  return prevented;
};

/** Addresses that begin like ours, or look like ours. */
const FOREIGN = [
  'http://127.0.0.1:7481/',
  'http://127.0.0.1:74800/',
  'http://127.0.0.1:7480.evil.example/',
  'http://127.0.0.1:7480@evil.example/',
  'http://user:pass@127.0.0.1:7480/',
  'https://127.0.0.1:7480/',
  'http://localhost:7480/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'blob:http://127.0.0.1:7480/1',
  'about:blank',
  'kramar://today',
  '//evil.example',
  '',
];

test('2, 3, 4, 6, 8, 9, 10, 11: permissions of the page', () => {
  const preferences = webPreferences('/preload.cjs', true);
  expect(preferences).toEqual({
    preload: '/preload.cjs',
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: false,
    autoplayPolicy: 'no-user-gesture-required',
  });
  expect(webPreferences('', false).devTools).toBe(true);
});

describe('13: the window stays with the service', () => {
  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s', (event) => {
    expect(isPrevented(contents, event, { url: `${ORIGIN}/invoices/1` })).toBe(false);
    for (const url of FOREIGN) expect([url, isPrevented(contents, event, { url })]).toEqual([url, true]);
  });
  test('and before the service runs there is nowhere to go', () => {
    expect(isNavigationAllowed(`${ORIGIN}/`, undefined)).toBe(false);
  });
  test('navigation stays within that origin', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => !isNavigationAllowed(url, ORIGIN)),
    );
    fc.assert(
      fc.property(fc.string(), (tail) => {
        const url = ORIGIN + tail;
        return !isNavigationAllowed(url, ORIGIN) || new URL(url).host === '127.0.0.1:7480';
      }),
    );
  });
});

describe('14, 15: no other window; the browser gets listed addresses only', () => {
  const ALLOWED = [
    ['https://pay.mbnk.biz/p2_9ZgpZVsl3', 'https://pay.mbnk.biz/p2_9ZgpZVsl3'],
    ['https://mbnk.biz/', 'https://mbnk.biz/'],
    ['https://cabinet.tax.gov.ua/cashregs/check?id=1', 'https://cabinet.tax.gov.ua/cashregs/check?id=1'],
    ['https://send.monobank.ua/x?y=1', 'https://send.monobank.ua/x?y=1'],
    ['https://monobank.ua', 'https://monobank.ua/'],
    ['HTTPS://WWW.MONOBANK.UA/', 'https://www.monobank.ua/'],
    // A backslash is a slash to a browser: the system receives the checked address, not the written one.
    ['https://pay.mbnk.biz\\@evil.example/', 'https://pay.mbnk.biz/@evil.example/'],
    [`${ORIGIN}/docs/`, `${ORIGIN}/docs/`],
    ['http://127.0.0.1:7481/pay/1', 'http://127.0.0.1:7481/pay/1'],
  ] as const;
  test.each(ALLOWED)('%s', (url, href) => {
    expect(openWindow(url)).toEqual({ action: 'deny' });
    expect(standIn.external).toEqual([href]);
  });
  test.each([
    'http://pay.mbnk.biz/',
    'https://pay.mbnk.biz.evil.example/',
    'http://cabinet.tax.gov.ua/',
    'https://cabinet.tax.gov.ua.evil.example/',
    'https://evilmonobank.ua/',
    'https://monobank.ua.evil.example/',
    'https://user@pay.mbnk.biz/',
    'https://pay.mbnk.biz:8443/',
    'http://127.0.0.1:7482/',
    'file:///C:/Windows/System32/calc.exe',
    'smb://evil.example/share',
    'ms-msdt:/id',
    'javascript:alert(1)',
    '',
  ])('not %s', (url) => {
    expect(openWindow(url)).toEqual({ action: 'deny' });
    expect(standIn.external).toEqual([]);
  });
  test("the bank's address is opened in plain text only where it is another program of this computer", () => {
    const own = { origin: ORIGIN, bankUrl: 'https://api.monobank.ua' };
    expect(allowedOutside('http://127.0.0.1:7481/pay/1', own)).toBeUndefined();
    expect(
      allowedOutside('http://bank.example/', { origin: ORIGIN, bankUrl: 'http://bank.example' }),
    ).toBeUndefined();
    expect(allowedOutside('http://undefined/', { origin: undefined, bankUrl: undefined })).toBeUndefined();
  });
  test('nothing but http and https ever goes out', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (url) => {
        const allowed = allowedOutside(url, OWN);
        return allowed === undefined || /^https?:\/\//.test(allowed);
      }),
    );
  });
});

describe('the session', () => {
  let session: ReturnType<typeof standInSession>;
  const ask = (name: string, ...args: unknown[]) =>
    (session.handlers[name] as (...args: unknown[]) => unknown)(...args);
  beforeEach(() => {
    session = standInSession();
    secureSession(session.session, () => OWN, true);
  });

  test('1: only pages of the service are loaded', () => {
    const isCancelled = (url: string) => {
      let answer: object | undefined;
      ask('before', { url }, (given: object) => (answer = given));
      return answer;
    };
    expect(isCancelled(`${ORIGIN}/assets/index.js`)).toEqual({ cancel: false });
    expect(isCancelled(`blob:${ORIGIN}/1`)).toEqual({ cancel: false });
    for (const url of [
      'https://evil.example/',
      'http://127.0.0.1:7481/',
      'file:///etc/passwd',
      'devtools://x/',
      `ftp://127.0.0.1:7480/`,
    ])
      expect([url, isCancelled(url)]).toEqual([url, { cancel: true }]);
    expect(isOwnContent('devtools://devtools/x.html', ORIGIN, false)).toBe(true);
  });

  test('5: of all permissions only copying a link is granted, and only to our own page', () => {
    const granted = (permission: string, requestingUrl: string, isMainFrame = true) => {
      const answers: unknown[] = [ask('check', null, permission, requestingUrl, { isMainFrame })];
      ask('request', contents, permission, (given: boolean) => answers.push(given), {
        requestingUrl,
        isMainFrame,
      });
      return answers;
    };
    expect(granted('clipboard-sanitized-write', `${ORIGIN}/`)).toEqual([true, true]);
    expect(granted('clipboard-sanitized-write', `${ORIGIN}/`, false)).toEqual([false, false]);
    expect(granted('clipboard-sanitized-write', 'https://evil.example/')).toEqual([false, false]);
    for (const permission of [
      'clipboard-read',
      'notifications',
      'geolocation',
      'media',
      'openExternal',
      'fullscreen',
      'usb',
      'fileSystem',
      'unknown',
    ])
      expect([permission, ...granted(permission, `${ORIGIN}/`)]).toEqual([permission, false, false]);
    expect(ask('device', { deviceType: 'hid' })).toBe(false);
    expect(hasPermission('clipboard-sanitized-write', { url: ORIGIN, isMainFrame: true }, undefined)).toBe(
      false,
    );
  });

  test('7: a page without a policy may load nothing', () => {
    let answer: { responseHeaders?: Record<string, string[]> } = {};
    ask(
      'headers',
      { responseHeaders: { 'Content-Type': ['text/html'] } },
      (given: object) => (answer = given),
    );
    expect(answer.responseHeaders?.['Content-Security-Policy']).toEqual([DENY_ALL]);
    const own = { 'content-security-policy': ["default-src 'self'"] };
    expect(withPolicy(own)).toBe(own);
    expect(withPolicy({ 'Content-Security-Policy': [' '] })['Content-Security-Policy']).toEqual([DENY_ALL]);
  });
});

test('12: no webview is ever attached', () => {
  expect(isPrevented(contents, 'will-attach-webview', {}, {}, {})).toBe(true);
});

test('17: only the main frame of our window has an address', () => {
  const frame = (address: string) => standFor<WebFrameMain>({ url: address });
  const mainFrame = frame(`${ORIGIN}/today`);
  const window = standFor<WebContents>({ mainFrame });
  const of = (senderFrame: WebFrameMain | null) => senderAddress({ senderFrame }, window);
  expect(of(mainFrame)).toBe(`${ORIGIN}/today`);
  expect(of(frame(`${ORIGIN}/today`))).toBe('');
  expect(of(null)).toBe('');
  expect(senderAddress({ senderFrame: mainFrame } as never, undefined)).toBe('');
});

test('no certificate is overridden, none provided, no password given', () => {
  const answers: unknown[][] = [];
  const callback = (...given: unknown[]) => answers.push(given);
  const { app } = standIn;
  expect(isPrevented(app, 'certificate-error', {}, contents, 'https://x/', 'net::ERR', {}, callback)).toBe(
    true,
  );
  expect(isPrevented(app, 'select-client-certificate', {}, contents, 'https://x/', [], callback)).toBe(true);
  expect(isPrevented(app, 'login', {}, contents, {}, {}, callback)).toBe(true);
  expect(answers).toEqual([[false], [], []]);
});

test('WebRTC has no way out, in any page', () => {
  expect(contents.webRtc).toBe('disable_non_proxied_udp');
});

test("in development it does not touch the installed program's link in the Start menu", () => {
  setAppIdentity(standIn.electron.app, 'win32');
  expect([standIn.app.modelId, standIn.app.appName]).toEqual([`${APP_ID}.development`, 'Kramar development']);
});

test("the system's identity of the program: only a packaged program registers for links", () => {
  setAppIdentity(standIn.electron.app, 'linux');
  expect([standIn.app.protocols, standIn.app.modelId]).toEqual([[], '']);
  standIn.app.isPackaged = true;
  setAppIdentity(standIn.electron.app, 'win32');
  expect([standIn.app.protocols, standIn.app.modelId]).toEqual([['kramar'], APP_ID]);
});
