import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { servePeople } from '../helpers/people.ts';
import { openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';
import { inputsOf, serveCalls, tellWindow } from '../helpers/window.ts';

/** Calls that need the owner's password once more: the question, and the call repeated after it. */

test('a call is repeated once the password is right, not after a wrong one; the question goes with a lock', async () => {
  const faultOf = (field: string, code: string) => ({
    code: 'VALIDATION',
    detail: 'Refused.',
    errors: { [field]: ['Refused.'] },
    codes: { [field]: [code] },
    facts: { [field]: [{}] },
  });
  let isConfirmed = false;
  servePeople([]);
  serveCalls({
    'employees.list': { employees: [] },
    'employees.add': () =>
      isConfirmed ? faultOf('username', 'unique') : { code: 'PASSWORD_NEEDED', detail: 'Needed.' },
    'owner.confirm': ({ password }) => {
      isConfirmed = password === 'correct horse';
      return isConfirmed ? {} : faultOf('password', 'wrong_password');
    },
  });
  await openScreen('/settings/people');
  const panel = page.getByRole('complementary');
  const add = panel.getByRole('button', { name: t('common:words.add'), exact: true });
  const question = page.getByRole('dialog', { name: t('common:ownerPassword.title') });
  const field = question.getByRole('textbox', { name: t('common:ownerPassword.label') });
  await page
    .getByRole('button', { name: t('employees:add') })
    .first()
    .click();
  await panel.getByRole('textbox', { name: t('employees:fields.username') }).fill('olena');
  await panel.getByRole('button', { name: t('employees:password.generate') }).click();
  await add.click();
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await question.getByRole('button', { name: t('common:cancel') }).click();
  await expect.element(panel.getByText('Без пароля власника цього не зроблено.')).toBeVisible();
  await add.click();
  await field.fill('wrong horse');
  await press('Enter');
  await expect.element(question.getByText('Неправильний пароль.')).toBeVisible();
  await field.fill('correct horse');
  await press('Enter');
  await expect.element(panel.getByText(t('employees:faults.taken'))).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(inputsOf('employees.add')).toHaveLength(3);

  isConfirmed = false;
  await panel.getByRole('textbox', { name: t('employees:fields.username') }).fill('taras');
  await add.click();
  await expect.element(question).toBeVisible();
  tellWindow({ type: 'lock' });
  await expect.element(question).not.toBeInTheDocument();
});
