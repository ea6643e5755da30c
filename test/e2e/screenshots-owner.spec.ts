import type { Page } from '@playwright/test';
import { addEmployee } from '../../main/shop/accounts/accounts.ts';
import { SECTIONS } from '../../renderer/features/settings/sections.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { NewShop } from '../helpers/new-shop.ts';
import { expect } from './helpers/fixtures.ts';
import { openSettings } from './helpers/live.ts';
import { test } from './helpers/new-shop.ts';
import { saveScreenshot } from './helpers/picture.ts';
import { textsOf } from './helpers/texts.ts';

/** The owner's screens in the program's window, as a designer would lay them out on a table. */

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
];
const PASSWORD = 'correct horse';

const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root:visible, .mantine-Loader-root:visible')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

const STAFF: readonly [username: string, full_name: string, position: string, can: readonly Permission[]][] =
  [
    [
      'taras',
      'Тарас Коваль',
      'Старший касир',
      ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
    ],
    ['maryna.buh', 'Марина Олександрівна Верховинська-Петренко', 'Бухгалтерка', ['can_view_invoices']],
    ['kasa-1', '', 'Касова програма', ['can_view_invoices', 'can_create_invoices']],
  ];

const hireStaff = async ({ host }: NewShop): Promise<void> => {
  const started = host.started();
  if (!started) throw new Error('The service does not run.');
  const { db, now } = started.running.handle;
  for (const [username, full_name, position, permissions] of STAFF)
    await addEmployee({ db, now }, { username, full_name, email: '', position, permissions }, PASSWORD);
};

for (const language of ['uk', 'en'] as const)
  for (const scheme of ['light', 'dark'] as const)
    test.describe(`${language}, ${scheme}`, () => {
      test.use({ isDesktop: true, language, scheme });
      // For people to look at; axe and the screens' own specs say more to a machine. Before a shop is opened for it.
      test.skip(() => process.env.CI === 'true', 'Screenshots are taken by hand: npm run test:e2e');
      test('every screen of the owner', async ({ page, fresh }) => {
        test.setTimeout(300_000);
        const t = textsOf(language);
        // axe checks them in the screens' own specs.
        const shoot = async (name: string) => {
          for (const size of SIZES) {
            await page.setViewportSize(size);
            await settled(page);
            await saveScreenshot(page, `${name}-${language}-${scheme}-${size.width}`);
          }
        };
        const title = page.getByRole('heading', { level: 1 });

        await expect(title).toContainText(t('first-run:owner.title'));
        await page.getByRole('button', { name: t('common:words.next') }).click();
        await shoot('first-run-owner');
        await page.getByLabel(t('first-run:owner.name')).fill('Олена Марченко');
        await page.locator('input[name=password]').fill(PASSWORD);
        await shoot('first-run-filled');
        await page.keyboard.press('Enter');
        await expect(title).toContainText(t('first-run:bank.title'));
        await shoot('first-run-bank');
        const token = page.getByRole('textbox', { name: t('terminals:facts.token') });
        await token.fill(fresh.bank.merchants[0]?.token ?? '');
        await expect(page.getByText('3141592653')).toBeVisible();
        await shoot('first-run-confirm');
        await page.keyboard.press('Enter');
        await expect(page.getByLabel(t('first-run:shop.name'))).toBeFocused();
        await shoot('first-run-shop');
        await page.getByRole('button', { name: t('first-run:shop.withoutTrial') }).click();
        await expect(title).toContainText(t('common:places.today'));

        await openSettings(page, 'bank', t);
        await page.getByRole('link', { name: t('terminals:give.open') }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await shoot('terminal-add');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();

        await hireStaff(fresh);
        await openSettings(page, 'people', t);
        await expect(page.getByRole('row')).toHaveCount(STAFF.length + 1);
        await shoot('employees');
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.getByRole('link', { name: 'Тарас' }).click();
        await expect(page.getByRole('heading', { level: 2, name: 'Тарас' })).toBeVisible();
        await shoot('employee');

        for (const { name } of SECTIONS) {
          await page.goto(new URL(`/settings/${name}`, fresh.baseUrl).href);
          await shoot(`settings-${name}`);
        }
      });
    });
