import type { Locator, Page } from '@playwright/test';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { hasQrReader, readQr, WITHOUT_QR_READER } from '../helpers/qr-reader.ts';
import { expectAccessible } from './helpers/axe.ts';
import { closeMore, display, open, openMore, qr } from './helpers/charging.ts';
import { expect } from './helpers/fixtures.ts';
import { test } from './helpers/invoices.ts';
import { textsOf } from './helpers/texts.ts';

/** The inputs that several screens share work the same on each of them. */

const t = textsOf('uk');

test('a terminal is chosen from the same list in a filter, a comparison and a charge', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const [, books] = shop.bank.merchants;
  if (!books) throw new Error('There is one merchant only.');
  const other = await addTerminal(shop.console, { name: 'Книгарня', token: books.token });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await signIn();
  const field = page.getByRole('combobox', { name: t('common:place.terminal') });
  const register = page.getByRole('combobox', { name: t('common:place.register') });
  const option = (name: string) => page.getByRole('option', { name, exact: true });

  await go('/charge');
  await expect(field).toHaveValue('Каса');
  await openMore(page);
  await expect(register).toHaveValue(t('charge:where.noRegister'));
  await register.click();
  await option('ZRN1').click();
  await expect(register).toHaveValue('ZRN1');
  await register.click();
  await option(t('charge:where.noRegister')).click();
  await expect(register).toHaveValue(t('charge:where.noRegister'));
  await closeMore(page);

  await shop.owner.patch(`terminals/${other.id}/`, { is_active: false });
  const off = t('common:place.off', { name: 'Книгарня' });
  await go('/invoices');
  await page.getByRole('button', { name: t('common:place.terminal'), exact: true }).click();
  await register.click();
  await option('Каса · ZRN2').click();
  await expect(field).toHaveValue('Каса');
  await expect(register).toHaveValue('ZRN2');
  await field.click();
  await option(off).click();
  await expect(page).toHaveURL(new RegExp(`terminal=${other.id}`));
  await expect(register).toHaveValue('');
  await expectAccessible(page);
  // Choosing it again chooses all: the cross beside it is for the mouse only.
  await field.click();
  await option(off).click();
  await expect(page).not.toHaveURL(/terminal=/);

  await go('/reports/reconciliation');
  await field.click();
  await option(off).click();
  await expect(page).toHaveURL(new RegExp(`terminal=${other.id}`));
  await field.click();
  await option(off).click();
  await expect(page).not.toHaveURL(/terminal=/);
});

test('a period is chosen the same way for invoices, a report and a comparison', async ({
  page,
  signIn,
  go,
}) => {
  await page.clock.setFixedTime(new Date('2026-03-20T10:00:00Z'));
  await signIn();
  for (const { path, button } of [
    { path: '/invoices', button: new RegExp(`^${t('common:words.period')}`) },
    { path: '/reports', button: new RegExp(`^${t('common:words.period')}`) },
    { path: '/reports/reconciliation', button: new RegExp(t('common:period.yesterday')) },
  ]) {
    await go(path);
    await page.getByRole('button', { name: button }).first().click();
    const presets = page.getByRole('group', { name: t('common:period.presets') });
    await presets.getByRole('button', { name: t('common:period.last_month') }).click();
    await expect(page).toHaveURL(/period=last_month/);
    await expect(presets).toBeHidden();
    await page
      .getByRole('button', { name: new RegExp(t('common:period.last_month')) })
      .first()
      .click();
    await expect(
      presets.getByRole('button', { name: t('common:period.last_month'), pressed: true }),
    ).toBeVisible();
    await expectAccessible(page);
    // The calendar begins with the chosen month.
    await page.getByRole('button', { name: '3 лютого 2026', exact: true }).click();
    await page.getByRole('button', { name: '5 лютого 2026', exact: true }).click();
    await expect(page).toHaveURL(/from=2026-02-03&(?:created_)?to=2026-02-05/);
    await expect(presets).toBeHidden();
  }
});

test.describe('another program reads each QR', () => {
  const expectRead = async (page: Page, code: Locator, text: string): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      expect(readQr(await code.screenshot())).toBe(text);
    }
  };
  const large = (page: Page) => page.getByRole('dialog').getByRole('img', { name: /QR-код/ });
  test.skip(!hasQrReader(), WITHOUT_QR_READER);

  test('of a charge, of an invoice and of a register', async ({ page, shop, signIn, go }) => {
    await open(page, signIn);
    await display(page).fill('340');
    await page.keyboard.press('Enter');
    await expect(qr(page)).toBeVisible();
    const { page_url } = await shop.readInvoice(1);
    await expectRead(page, qr(page), page_url);
    await go('/invoices/1');
    // With the white around it, which is the card's.
    await expectRead(page, qr(page).locator('..'), page_url);
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
    await go('/terminals');
    await page.getByRole('button', { name: t('terminals:registers.showOf', { name: 'ZRN1' }) }).click();
    const address = await page
      .getByRole('dialog')
      .getByText(/^https?:/)
      .textContent();
    await expectRead(page, large(page), address ?? '');
  });
});
