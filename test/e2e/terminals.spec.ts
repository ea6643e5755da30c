import type { Page } from '@playwright/test';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page as ListPage } from '../../shared/api/pages.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { openSettings, places } from './helpers/live.ts';
import { containing, t } from './helpers/texts.ts';

const syncRegisters = (shop: Shop) => shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);

const card = (page: Page, name = 'Каса') => page.getByRole('region', { name, exact: true });
const openTerminals = async (page: Page) => {
  await openSettings(page, 'bank');
  await expect(
    page.getByRole('heading', { level: 2, name: t('common:places.bank'), exact: true }),
  ).toBeVisible();
};

test('a card shows the merchant, and fetches its registers from the bank', async ({ page, shop, signIn }) => {
  await signIn();
  await openTerminals(page);
  const { merchantName, merchantId, edrpou } = shop.merchant;
  for (const fact of [
    merchantName,
    merchantId,
    edrpou,
    t('terminals:token.usable'),
    t('terminals:facts.never'),
  ])
    await expect(card(page)).toContainText(fact);
  await expect(card(page)).toContainText(t('terminals:registers.empty'));

  await test.step('while the bank is down a sync says so, and can be retried', async () => {
    shop.bank.fault({ kind: 'reset', times: 1 });
    const again = card(page).getByRole('button', { name: t('terminals:sync.registers') });
    await again.click();
    await expect(page.getByText(/Банк не відповів \(UNREACHABLE\)\. Нічого не втрачено/)).toBeVisible();
    await expect(again).toBeEnabled();
    await expect(async () => {
      await again.click();
      await expect(
        page.getByText(t('terminals:sync.registersDone', { merchant: merchantName, count: 4 })),
      ).toBeVisible({ timeout: 2000 });
    }).toPass();
  });
  await expect(card(page).getByRole('row')).toHaveCount(5);
  const { body } = await shop.owner.get<ListPage<CashRegister>>('cash-registers/');
  for (const { name } of body.results)
    await expect(card(page).getByRole('rowheader', { name })).toBeVisible();

  await test.step('a statement is imported while the user moves elsewhere, once however often it is pressed', async () => {
    shop.bank.payOutsideKramar(shop.merchant.token, { amount: 7000 });
    shop.bank.payOutsideKramar(shop.merchant.token, { amount: 8000 });
    shop.bank.clearRequests();
    shop.bank.fault({ kind: 'delay', path: 'statement*', ms: 1500 });
    const button = card(page).getByRole('button', { name: t('terminals:sync.invoices') });
    await button.dblclick();
    await expect(button).toBeDisabled();
    await places(page)
      .getByRole('link', { name: containing(t('common:places.today')) })
      .click();
    await expect(
      page.getByText(t('terminals:sync.invoicesDone', { synced: '2', created: '2', updated: '0' })),
    ).toBeVisible();
    expect(shop.bank.requests.filter(({ path }) => path.includes('statement')).length).toBe(1);
    await openTerminals(page);
    await expect(card(page)).toContainText(/Випискаотримано до \d\d:\d\d/);
  });
});

test('axe finds nothing in the cards and what opens from them', async ({ page, shop, signIn }) => {
  await syncRegisters(shop);
  await signIn('owner', '/settings/bank');
  await expect(card(page).getByRole('row')).toHaveCount(5);
  await page.getByText(t('common:advanced')).click();
  await expectAccessibleInBoth(page);
  await page.getByRole('switch', { name: t('terminals:active.label') }).click();
  await expect(page.getByRole('dialog', { name: /Вимкнути/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('terminals:registers.showOf', { name: 'ZRN2' }) }).click();
  await expect(page.getByRole('img', { name: t('terminals:qr.code', { name: 'ZRN2' }) })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('terminals:menu', { name: 'Каса' }) }).click();
  await page.getByRole('menuitem', { name: t('terminals:delete.open') }).click();
  await expect(page.getByRole('dialog', { name: /Видалити/ })).toBeVisible();
  await expectAccessibleInBoth(page);

  await test.step('a register’s code is shown, and printed as a stand', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('terminals:registers.showOf', { name: 'ZRN1' }) }).click();
    const dialog = page.getByRole('dialog', { name: t('terminals:qr.title', { name: 'ZRN1' }) });
    await expect(dialog.getByRole('img', { name: t('terminals:qr.code', { name: 'ZRN1' }) })).toBeVisible();
    const [register] = shop.merchant.registers;
    await expect(dialog).toContainText(register?.pageUrl ?? '');
    const ask = page.getByText(t('common:words.scanToPay'));
    await expect(ask).toBeHidden();
    // Each size fills its own sheet and no more.
    for (const [size, width, height] of [
      ['A6', 105, 148],
      ['A5', 148, 210],
      ['A4', 210, 297],
    ] as const) {
      await page.emulateMedia({ media: 'screen' });
      await dialog.getByText(size, { exact: true }).click();
      await page.emulateMedia({ media: 'print' });
      await expect(ask).toBeVisible();
      const stand = await page.locator('[data-paper]').boundingBox();
      const millimetres = (pixels = 0) => (pixels * 25.4) / 96;
      expect(Math.abs(millimetres(stand?.width) - width)).toBeLessThan(1.5);
      expect(millimetres(stand?.height)).toBeLessThanOrEqual(height);
    }
    await expect(page.getByText(shop.merchant.merchantName).last()).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 2, name: 'Каса' })).toBeVisible();
  });
});
