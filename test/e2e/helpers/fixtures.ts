import { test as base, expect, type Page } from '@playwright/test';
import { KEY_GAP_MS } from '../../../renderer/shop/session/scan/scanner.ts';
import type { TokenPair } from '../../../shared/api/auth.ts';
import { Client } from '../../helpers/client.ts';
import { freePort } from '../../helpers/free-port.ts';
import { IMPATIENT, openShop, PASSWORD, type Shop } from '../../helpers/shop.ts';
import { becomeDesktop, type Desktop } from './desktop.ts';
import { routeAtOnce } from './intercept.ts';
import { places } from './live.ts';
import { textsOf } from './texts.ts';

export { expect };

export interface Options {
  language: 'uk' | 'en';
  scheme: 'light' | 'dark';
  /** Whether the page may write errors to its console: one that a test breaks on purpose. */
  mayBreak: boolean;
  /** Whether the page is the program's own window, or a browser's. */
  isDesktop: boolean;
  /** The page begins at the sign-in, where `signIn` fills in its form; without it a session is begun before the page loads. */
  startsAtSignIn: boolean;
  /** The test lets the bank hang: the service waits for it shortly. */
  bankHangs: boolean;
}

export type SignIn = (username?: string, path?: string) => Promise<void>;

export interface Fixtures {
  /** The real service and the practice bank; `restart` comes back on the same port. */
  shop: Shop;
  /** The requests that the program received beside the service, and a way to send the window an event. */
  desktop: Desktop;
  /**
   * Opens a screen with a session of its own, and waits until the screens' frame is there: one page is loaded where the
   * form, Today and the way from there are three. On a page that shows Kramar already, it fills in the form.
   */
  signIn: SignIn;
}

export const fillSignIn = async (page: Page, language: Options['language'], username: string) => {
  const t = textsOf(language);
  await page.getByLabel(t('common:signIn.username')).fill(username);
  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: t('common:signIn.enter'), exact: true }).click();
};

/** In a run with another date (at-date.ts): the same for the page and what it opens, whose browser has the machine’s own. */
const shiftClock = async (page: Page): Promise<void> => {
  const shiftMs = Number(process.env.KRAMAR_SHIFT_MS ?? 0);
  if (shiftMs === 0) return;
  await page.context().addInitScript((ms) => {
    const Real = Date;
    globalThis.Date = new Proxy(Real, {
      construct: (target, args, self) =>
        Reflect.construct(target, args.length === 0 ? [Real.now() + ms] : args, self),
      apply: () => new Real(Real.now() + ms).toString(),
      get: (target, key) => (key === 'now' ? () => Real.now() + ms : Reflect.get(target, key)),
    });
  }, shiftMs);
};

/** The page's first document finds a session in its tab; a later one finds what the test left of it. */
const seedSession = async (page: Page, baseUrl: string, username: string): Promise<void> => {
  const { status, body, text } = await new Client(baseUrl).post<TokenPair>('auth/token/', {
    username,
    password: PASSWORD,
  });
  if (status !== 200) throw new Error(`Signing in as ${username}: ${text}`);
  await page.addInitScript(
    (session) => {
      if (window !== top || sessionStorage.getItem('test.seeded') !== null) return;
      sessionStorage.setItem('test.seeded', 'yes');
      sessionStorage.setItem('kramar.session', JSON.stringify(session));
    },
    { username, access: body.access, refresh: body.refresh },
  );
};

/** Keys at the pace of a person: quicker ones, with an Enter after them, are a scanner's. */
const typeAsPerson = ({ keyboard }: Page): void => {
  const type = keyboard.type.bind(keyboard);
  keyboard.type = (text, options) => type(text, { delay: KEY_GAP_MS + 10, ...options });
};

const desktops = new WeakMap<Page, Desktop>();

export const test = base.extend<Fixtures & Options>({
  language: ['uk', { option: true }],
  scheme: ['light', { option: true }],
  mayBreak: [false, { option: true }],

  shop: async ({ bankHangs }, use) => {
    const shop = await openShop({ config: { port: await freePort(), ...(bankHangs && IMPATIENT) } });
    await use(shop);
    await shop.close();
  },

  isDesktop: [false, { option: true }],
  startsAtSignIn: [false, { option: true }],
  bankHangs: [false, { option: true }],

  desktop: async ({ page, isDesktop }, use) => {
    const desktop = desktops.get(page);
    if (!isDesktop || !desktop)
      throw new Error('This page is no window of the program: test.use({ isDesktop: true }).');
    await use(desktop);
  },

  page: async ({ page, shop, isDesktop, language, scheme, mayBreak, startsAtSignIn }, use, { fn }) => {
    const errors: string[] = [];
    // A page that breaks its own policy, or throws, fails whatever else it shows.
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
        errors.push(message.text());
    });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    typeAsPerson(page);
    routeAtOnce(page);
    await shiftClock(page);
    await page.addInitScript((chosen) => {
      // At the first load only: what the user chooses afterwards must stay chosen.
      if (localStorage.getItem('kramar.preferences') === null)
        localStorage.setItem('kramar.preferences', JSON.stringify({ language: chosen, sound: false }));
    }, language);
    if (isDesktop) desktops.set(page, await becomeDesktop(page, shop));
    // Playwright too reads from the function's text which fixtures it takes.
    const takesSignIn = /^[^{]*{[^}]*\bsignIn\b/.test(String(fn));
    if (startsAtSignIn || !takesSignIn) await page.goto(new URL('/', shop.baseUrl).href);
    await use(page);
    if (!mayBreak) expect(errors).toEqual([]);
  },

  signIn: async ({ page, shop, language }, use) => {
    await use(async (username = 'owner', path = '/') => {
      const openPath = () => page.goto(new URL(path, shop.baseUrl).href);
      const isIn = () => expect(places(page)).toBeVisible();
      const isNew = page.url() === 'about:blank';
      if (isNew) await seedSession(page, shop.baseUrl, username);
      else {
        await fillSignIn(page, language, username);
        await isIn();
      }
      if (isNew || path !== '/') await openPath();
      await isIn();
    });
  },
});
