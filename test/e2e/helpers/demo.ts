import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeShop } from '../../../main/demo/make.ts';
import { PASSWORD } from '../../../main/demo/shop.ts';
import { readConfig } from '../../../main/platform/config.ts';
import { createLog } from '../../../main/platform/log.ts';
import { startPracticeBank } from '../../../main/practice-bank/server.ts';
import { createApp } from '../../../main/start/app.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { accessToken, Client } from '../../helpers/client.ts';
import { places } from './live.ts';
import { textsOf } from './texts.ts';

/** A Saturday afternoon: two years behind it, and half a day of trade. */
export const DEMO_NOW = Date.parse('2026-11-21T15:10:00+02:00');

/** The demo's shop at a time of its own: it looks the same in every run. */
export const openDemoShop = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-e2e-'));
  const now = () => DEMO_NOW;
  const bank = await startPracticeBank({ now });
  const config = {
    ...readConfig({ dataDir: join(folder, 'data'), port: '0', bankUrl: bank.url, keychain: 'file' }, {}),
    rateLimitUser: 100_000,
  };
  const log = createLog({ level: 'error', dir: join(folder, 'logs') });
  await makeShop(config, bank, { log, now: DEMO_NOW });
  const app = createApp(config, {
    log,
    now,
    schedule: () => ({ nextRun: () => null, stop: () => undefined }),
  });
  const { origin, baseUrl } = await app.start();
  return {
    bank,
    origin,
    baseUrl,
    close: async () => {
      await app.stop();
      await bank.stop();
      await log.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Demo = Awaited<ReturnType<typeof openDemoShop>>;

/** Waits until the screen has read its data and its fonts. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root:visible, .mantine-Loader-root:visible')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

/** Opens the sign-in in a language, without sounds. */
export const openDemo = async (page: Page, demo: Demo, language: 'uk' | 'en'): Promise<void> => {
  await page.goto(demo.origin);
  await page.evaluate((chosen) => {
    localStorage.setItem('kramar.preferences', JSON.stringify({ language: chosen, sound: false }));
  }, language);
  await page.reload();
};

/** Signs in as the demo's owner, on the sign-in that `openDemo` opens; gives the screen of today. */
export const enterDemo = async (page: Page, language: 'uk' | 'en'): Promise<void> => {
  const t = textsOf(language);
  await page.getByLabel(t('common:signIn.username')).fill('owner');
  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: t('common:signIn.enter'), exact: true }).click();
  await expect(places(page)).toBeVisible();
};

/** A client of the interface with the rights of the demo's owner. */
export const ownerOf = async ({ baseUrl }: Demo): Promise<Client> =>
  new Client(baseUrl, await accessToken(baseUrl, PASSWORD));

/** Finds the latest payment of several goods, and the latest invoice refunded in part; their ids. */
export const findInvoices = async (demo: Demo): Promise<{ paid: number; refunded: number }> => {
  const client = await ownerOf(demo);
  const { body } = await client.get<{ results: Invoice[] }>(
    'invoices/?status=success&created_locally=true&page_size=200',
  );
  const isWhole = ({ amount, final_amount }: Invoice) => (final_amount ?? amount) === amount;
  const paid = body.results.find((invoice) => invoice.items.length > 1 && isWhole(invoice));
  const { body: all } = await client.get<{ results: Invoice[] }>(
    'invoices/?status=success&ordering=-modified_date&page_size=200',
  );
  const refunded = all.results.find((invoice) => !isWhole(invoice));
  if (!paid || !refunded) throw new Error('The demo has no such invoices.');
  return { paid: paid.id, refunded: refunded.id };
};
