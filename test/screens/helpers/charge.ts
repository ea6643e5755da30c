import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { OWNER, openScreen } from './screen.tsx';
import { t } from './texts.ts';

/** The charge screen as its tests speak of it. */

export const display = page.getByRole('textbox', { name: t('common:words.amountUah') });
export const createButton = page.getByRole('button', { name: /QR/ });
export const qr = page.getByRole('img', { name: /QR-код/ });
export const search = page.getByRole('combobox', { name: t('charge:search.label') });
export const cart = page.getByRole('list', { name: t('charge:lines.label') });
export const lines = cart.getByRole('listitem');
export const quantity = cart.getByRole('textbox', { name: t('common:words.quantity') });
export const total = page.getByRole('status', { name: t('common:words.total') });
export const dialog = page.getByRole('dialog');
export const pane = page.getByRole('complementary', { name: t('common:words.cash') });
export const parts = page.getByRole('complementary', { name: t('common:words.inParts') });
const tileList = page.getByRole('list', { name: t('charge:tiles.label') });
export const tiles = tileList.getByRole('button');
export const tile = (name: string) => tileList.getByRole('button', { name: new RegExp(`^${name}`) });

/** The half of the screen where a sum is typed; a shop with products shows those. */
export const toPad = async (): Promise<void> => {
  await page.getByText(t('common:words.amount'), { exact: true }).click();
  display.element().focus();
};

/** The fields of a sale that stand behind «Ще», and back. */
export const openMore = () => page.getByRole('button', { name: t('charge:more.title'), exact: true }).click();
export const closeMore = () => page.getByRole('button', { name: t('common:words.done') }).click();

/** Opens the screen, and waits until it takes keys. */
export const openCharge = async (by = OWNER, ready = createButton) => {
  const screen = await openScreen('/charge', { by });
  await expect.element(ready).toBeVisible();
  return screen;
};

/** As a click beside everything leaves it. */
export const loseFocus = (): void => (document.activeElement as HTMLElement | null)?.blur();
