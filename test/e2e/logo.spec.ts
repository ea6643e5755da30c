import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeLogo } from '../../main/shop/logo/logo.ts';
import { halfBlack } from '../helpers/png.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { t } from './helpers/texts.ts';

/** The logo is on every paper in the place of the shop's name. */

test('it is on the receipt, the A4 invoice, the QR stand and the day summary, also as PDF', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  test.slow();
  changeLogo(shop.console.db, halfBlack(600, 200), Date.now());
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const invoice = await paid(shop, { amount: 34_000 });
  await page.addInitScript(() => {
    window.print = () => {
      // The picture can be printed only once it is decoded.
      const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-print-sheet] img')];
      document.body.dataset.printed = pictures.every(({ complete }) => complete) ? 'yes' : 'too early';
    };
  });
  await signIn();
  const shots = join('test-results', 'papers');
  mkdirSync(shots, { recursive: true });
  const onPaper = async (name: string) => {
    await page.emulateMedia({ media: 'print' });
    const pdf = await page.pdf({ preferCSSPageSize: true });
    writeFileSync(join(shots, `${name}.pdf`), pdf);
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf.toString('latin1')).toMatch(/\/Subtype\s*\/Image/);
    await page.emulateMedia({ media: null });
  };
  const printed = async (name: string) => {
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await expect(page.locator('[data-print-sheet] img')).toHaveCount(1);
    await onPaper(name);
    await page.evaluate(() => {
      delete document.body.dataset.printed;
      dispatchEvent(new Event('afterprint'));
    });
    await expect(page.locator('[data-print-sheet]')).toHaveCount(0);
  };
  for (const name of ['printReceipt', 'printInvoice'] as const) {
    await go(`/invoices/${invoice.id}`);
    await page.getByRole('button', { name: t('invoices:actions.receipt') }).click();
    await page.getByRole('menuitem', { name: t(`invoices:actions.${name}`) }).click();
    await printed(name);
  }
  await go('/reports/day');
  for (const paper of ['a4', 'roll'] as const) {
    await page.getByRole('button', { name: t('common:print') }).click();
    await page.getByRole('menuitem', { name: t(`reports:print.paper-${paper}`) }).click();
    await printed(`day-${paper}`);
  }
  await go('/terminals');
  await page.getByRole('button', { name: t('terminals:registers.showOf', { name: 'ZRN1' }) }).click();
  await expect(page.getByRole('button', { name: t('terminals:qr.print') })).toBeEnabled();
  await expect(page.locator('[data-paper] img')).toHaveCount(1);
  await onPaper('stand');
});
