import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { hire, openEmployees, panel, row, stored } from './helpers/employees.ts';
import { expect, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { containing, t } from './helpers/texts.ts';

test.use({ isDesktop: true });

test('an employee is added with a generated password, and signs in with it', async ({
  page,
  shop,
  signIn,
  browser,
}) => {
  await openEmployees(page, signIn);
  await expect(page.getByRole('heading', { name: t('employees:empty.title') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page
    .getByRole('button', { name: t('employees:add') })
    .first()
    .click();
  await expect(panel(page).getByLabel(t('common:signIn.username'))).toBeFocused();
  await panel(page).getByLabel(t('common:signIn.username')).fill('olena');
  await panel(page).getByLabel(t('employees:fields.full_name')).fill('Олена Бондар');
  await panel(page).getByLabel(t('employees:table.position')).fill('Касир');
  await panel(page)
    .getByRole('button', { name: t('employees:rights.set.sells'), exact: true })
    .click();
  await panel(page)
    .getByRole('button', { name: t('employees:password.generate') })
    .click();
  const made = await panel(page).getByLabel(t('employees:password.generated')).inputValue();
  await panel(page)
    .getByRole('button', { name: t('employees:handover.copyPassword') })
    .click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);
  await expectAccessible(page);
  // A double click makes one.
  await panel(page)
    .getByRole('button', { name: t('common:words.add'), exact: true })
    .dblclick();

  await expect(page.getByText(t('employees:new.done', { name: 'Олена Бондар' }))).toBeVisible();
  await expect(panel(page).getByText(t('employees:handover.title'))).toBeVisible();
  await expect(panel(page).getByText(made)).toBeVisible();
  await expectAccessibleInBoth(page);
  await expect(row(page, 'Олена Бондар')).toContainText(t('employees:rights.set.sells'));
  expect(await stored(shop)).toMatchObject([
    {
      username: 'olena',
      full_name: 'Олена Бондар',
      position: 'Касир',
      can_view_invoices: true,
      can_create_invoices: true,
      can_cancel_invoices: false,
    },
  ]);
  // A stray key does not lose a password that is shown nowhere else.
  await page.keyboard.press('Escape');
  const passedOn = page.getByRole('dialog', { name: t('employees:handover.leaveTitle') });
  await passedOn.getByRole('button', { name: t('common:leave.stay') }).click();
  await expect(passedOn).toBeHidden();
  await panel(page)
    .getByRole('button', { name: t('common:words.doneHide') })
    .click();
  await expect(page.getByText(made)).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    made,
  );

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(new URL('/', shop.baseUrl).href);
  await theirs.getByLabel(t('common:signIn.username')).fill('olena');
  await theirs.getByRole('textbox', { name: t('common:signIn.password') }).fill(made);
  await theirs.keyboard.press('Enter');
  // Their own sales only: no takings of the day, no reports, and no catalog to change.
  await expect(places(theirs).getByRole('link')).toHaveText([
    containing(t('common:places.charge')),
    containing(t('common:places.invoices')),
  ]);
  await context.close();
});

test('the owner’s password ends this session too: the sign-in comes with the name kept', async ({
  page,
  shop,
  signIn,
}) => {
  await hire(shop);
  const theirs = await shop.signIn('olena');
  await openEmployees(page, signIn);
  await page.getByRole('button', { name: t('employees:owner.password') }).click();
  const current = panel(page).getByRole('textbox', { name: t('employees:me.current') });
  await expect(current).toBeFocused();
  await expectAccessible(page);
  await current.fill('не той пароль');
  await panel(page)
    .getByRole('textbox', { name: t('employees:password.first') })
    .fill('новий пароль власника');
  await panel(page)
    .getByRole('textbox', { name: t('employees:password.second') })
    .fill('новий пароль власника');
  await panel(page)
    .getByRole('button', { name: t('employees:owner.password') })
    .click();
  await expect(panel(page).getByText(t('employees:faults.wrongPassword'))).toBeVisible();
  await current.fill(PASSWORD);
  await panel(page)
    .getByRole('button', { name: t('employees:owner.password') })
    .click();

  await expect(page.getByRole('heading', { name: t('common:signIn.expiredTitle') })).toBeVisible();
  const name = page.getByRole('textbox', { name: t('common:signIn.username') });
  await expect(name).toHaveValue('owner');
  await page
    .getByRole('textbox', { name: t('common:signIn.password'), exact: true })
    .fill('новий пароль власника');
  await page.getByRole('button', { name: t('common:signIn.enter'), exact: true }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: t('common:places.people'), exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Олена Бондар' })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await expect(shop.signIn('owner')).rejects.toThrow();
  expect((await shop.stranger.as(theirs).get('account/')).status).toBe(200);
});
