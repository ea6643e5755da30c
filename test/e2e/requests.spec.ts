import type { Page, Request } from '@playwright/test';
import { expect, fill, test } from './helpers/invoices.ts';
import { t } from './helpers/texts.ts';

/** The requests of the screens to the service: no more than the user looks at. */

const listRequests = (page: Page) => {
  const sent: Request[] = [];
  const aborted: Request[] = [];
  // Those of Today have no page.
  const isList = (request: Request) => /\/api\/v1\/sales\/\?(.*&)?page=/.test(request.url());
  page.on('request', (request) => isList(request) && sent.push(request));
  page.on('requestfailed', (request) => isList(request) && aborted.push(request));
  const of = (requests: readonly Request[], name: string) =>
    requests.map((request) => new URL(request.url()).searchParams.get(name));
  return { sent: (name: string) => of(sent, name), aborted: (name: string) => of(aborted, name) };
};

const search = (page: Page) => page.getByRole('textbox', { name: t('invoices:search.label') });
/** Letter by letter, faster than anybody: between two of them there is no time on the busiest machine. */
const typeFast = (page: Page, text: string): Promise<void> =>
  search(page).evaluate((field, letters) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (let end = 1; end <= letters.length; end += 1) {
      setValue?.call(field, letters.slice(0, end));
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, text);
const next = (page: Page) => page.getByRole('button', { name: t('common:pager.next') });
const rows = (page: Page) => page.locator('[data-invoice]');

test('a word typed fast is searched once, and an outdated search is cancelled', async ({
  page,
  shop,
  signIn,
}) => {
  await fill(shop, 3);
  await shop.createInvoice({ amount: 9_900, reference: 'Веранда' });
  await signIn('owner', '/invoices');
  await expect(rows(page)).toHaveCount(4);
  const requests = listRequests(page);
  // The first one is held back until the text has changed.
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/sales\/\?.*search=/, async (route) => {
    if (new URL(route.request().url()).searchParams.get('search') === 'Стіл') await held;
    await route.continue().catch(() => undefined);
  });
  await typeFast(page, 'Стіл');
  await expect.poll(() => requests.sent('search')).toEqual(['Стіл']);
  // The previous rows stay visible.
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(rows(page)).toHaveCount(4);

  await search(page).fill('Веранда');
  await search(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  answer();
  await expect.poll(() => requests.aborted('search')).toEqual(['Стіл']);
  expect(requests.sent('search')).toEqual(['Стіл', 'Веранда']);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('row').last()).toContainText('Веранда');
});

test('the next page is loaded before it is opened, and is requested once', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  await fill(shop, 55);
  await signIn();
  const requests = listRequests(page);
  const second = page.waitForEvent('requestfinished', (request) => /sales\/\?.*page=2/.test(request.url()));
  await go('/invoices');
  await expect(rows(page)).toHaveCount(25);
  await second;
  expect(requests.sent('page')).toEqual(['1', '2']);
  // Never answered: the third is still on its way when it is turned to.
  await page.route(/sales\/\?.*page=3/, () => undefined);
  await next(page).click();
  await expect(page.getByText('26–50 з 55')).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => requests.sent('page')).toEqual(['1', '2', '3']);
  await next(page).click();
  await expect(page).toHaveURL(/page=3/);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(requests.sent('page')).toEqual(['1', '2', '3']);
  expect(requests.aborted('page')).toEqual([]);
});
