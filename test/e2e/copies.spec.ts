import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '../../shared/api/system.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** Encrypted copies, and moving the shop by one of them, in the program's window. */

test.use({ isDesktop: true });

test('a phrase that is too weak is not taken; a copy is made, the shop moved and brought back', async ({
  page,
  shop,
  signIn,
  desktop,
}) => {
  const folder = join(shop.folder, 'second-disk');
  mkdirSync(folder);
  desktop.asked.nextFolder = folder;
  await signIn('owner', '/settings/backup');
  const move = page.getByRole('region', { name: t('copies:move.title') });
  const start = move.getByRole('button', { name: t('copies:move.start') });
  await expect(start).toBeDisabled();

  await page.getByRole('button', { name: t('copies:setup.turnOn') }).click();
  const form = page.getByRole('form', { name: t('copies:title') });
  const save = form.getByRole('button', { name: t('common:save') });
  await form.getByRole('button', { name: t('common:chooseFolder') }).click();
  await expect(form.getByLabel(t('copies:setup.folder'))).toHaveValue(folder);
  await form.getByLabel(t('copies:setup.phrase')).fill('1234');
  await expect(form.getByText(t('copies:strength.weak'))).toBeVisible();
  await expect(save).toBeDisabled();
  await form.getByRole('button', { name: t('copies:setup.generate') }).click();
  await expect(form.getByText(t('copies:strength.strong'))).toBeVisible();
  await expectAccessible(page);
  await save.click();

  const copies = page.getByRole('region', { name: t('copies:title'), exact: true });
  await copies.getByRole('button', { name: t('copies:make') }).click();
  // The phrase's key takes seconds of the processor, twice: to write, and to read what was written.
  await expect
    .poll(() => readdirSync(folder).filter((name) => name.endsWith('.tar.age')), { timeout: 80_000 })
    .toHaveLength(1);
  await expect(copies.getByText(t('common:words.noneYet'), { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await start.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('copies:move.confirm') })
    .click();
  const system = async () => (await shop.owner.get<System>('system/')).body;
  await expect(move.getByRole('button', { name: t('copies:move.back') })).toBeVisible();
  expect((await system()).moved_away).not.toBeNull();
  await expectAccessible(page);
  await move.getByRole('button', { name: t('copies:move.back') }).click();
  await expect(start).toBeEnabled();
  expect((await system()).moved_away).toBeNull();
});
