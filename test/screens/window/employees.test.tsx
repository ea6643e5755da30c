import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { actionLogState } from '../../../shared/api/actions.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { personOf } from '../helpers/people.ts';
import { openScreen } from '../helpers/screen.tsx';
import { type Person, serveStaff } from '../helpers/staff.ts';
import { t } from '../helpers/texts.ts';
import { holdCall, inputsOf } from '../helpers/window.ts';

const panel = page.getByRole('complementary');
const username = panel.getByRole('textbox', { name: t('employees:fields.username') });
const fullName = panel.getByLabelText(t('employees:fields.full_name'));
const position = panel.getByLabelText(t('employees:table.position'));
const password = panel.getByRole('textbox', { name: t('common:signIn.password'), exact: true });
const again = panel.getByRole('textbox', { name: t('employees:password.second') });
const add = panel.getByRole('button', { name: t('common:words.add'), exact: true });
const generate = panel.getByRole('button', { name: t('employees:password.generate') });
const leaving = page.getByRole('dialog', { name: t('common:leave.title') });
const openForm = () =>
  page
    .getByRole('button', { name: t('employees:add') })
    .first()
    .click();
const openRow = async (name: string) => {
  await page.getByRole('link', { name }).click();
  await expect.element(panel.getByRole('heading', { level: 2, name })).toBeVisible();
};

test('a fault is shown at its field, in the language of the shop', async () => {
  serveStaff([], ({ username: name }) =>
    name === 'olena'
      ? {
          code: 'VALIDATION',
          detail: 'Validation failed.',
          errors: { username: ['Taken.'] },
          codes: { username: ['unique'] },
          facts: { username: [{}] },
        }
      : undefined,
  );
  await openScreen('/settings/people');
  await openForm();
  await add.click();
  await expect.element(panel.getByText(t('employees:faults.blank'))).toBeVisible();
  await expect.element(username).toHaveFocus();
  await expectAccessible();
  await username.fill('olena');
  await fullName.fill('я'.repeat(256));
  await expect.element(panel.getByText(t('employees:faults.long', { max: '255' }))).toBeVisible();
  await fullName.fill('я'.repeat(255));
  await password.fill('довгий пароль');
  await again.fill('довгий пароль');
  await add.click();
  await expect.element(panel.getByText(t('employees:faults.taken'))).toBeVisible();
  await username.fill('Олена-2 «нова»');
  await expect.element(panel.getByText(t('employees:faults.taken'))).not.toBeInTheDocument();
  await add.click();
  await expect.element(panel.getByRole('heading', { level: 2, name: 'я'.repeat(255) })).toBeVisible();
  expect(inputsOf('employees.add')).toMatchObject([{ username: 'olena' }, { username: 'Олена-2 «нова»' }]);
});

test('a stray click, Escape or another place loses no typed text, and neither does a narrower window', async () => {
  const people = serveStaff([personOf(1, 'olena', 'Олена Бондар'), personOf(2, 'taras', 'Тарас Коваль')]);
  serve({ 'GET actions/': listOf([]), 'GET actions/state/': sample(actionLogState) });
  const { expectAt } = await openScreen('/settings/people');
  await openRow('Олена Бондар');
  await position.fill('Старша зміни');
  const ways = [
    () => press('Escape'),
    () => page.getByRole('link', { name: 'Тарас Коваль' }).click(),
    () => page.getByRole('link', { name: t('common:places.log') }).click(),
    () => panel.getByRole('button', { name: t('employees:panel.close') }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await expect.element(leaving).toBeVisible();
    await press('Escape');
    await expect.element(leaving).not.toBeInTheDocument();
    await expect.element(position).toHaveValue('Старша зміни');
  }
  // A search for another employee meanwhile loses nothing.
  await page.getByRole('textbox', { name: t('employees:search.label') }).fill('тарас');
  await expect.element(page.getByRole('link', { name: 'Олена Бондар' })).not.toBeInTheDocument();
  await page.viewport(1024, 700);
  await expect
    .element(page.getByRole('dialog').getByLabelText(t('employees:table.position')))
    .toHaveValue('Старша зміни');
  await press('Escape');
  await expect.element(leaving).toBeVisible();
  await expectAccessible();
  await press('Escape');
  await page.viewport(1280, 800);
  await expect.element(position).toHaveValue('Старша зміни');
  await page.getByRole('link', { name: t('common:places.log') }).click();
  await leaving.getByRole('button', { name: t('common:leave.go') }).click();
  await expectAt(/people\/log/);
  expect(people[0]?.position).toBe('Касир');
});

test('by keyboard alone: found, changed, saved, closed', async () => {
  const people = serveStaff(['andrii', 'bohdan', 'vira'].map((name, at) => personOf(at + 1, name, '')));
  await openScreen('/settings/people');
  await expect.element(page.getByRole('link', { name: 'vira' })).toBeVisible();
  await page.getByRole('textbox', { name: t('employees:search.label') }).click();
  await press('ArrowDown');
  await expect.element(page.getByRole('link', { name: 'andrii' })).toHaveFocus();
  await press('ArrowDown Enter');
  await expect.element(panel.getByRole('heading', { level: 2, name: 'bohdan' })).toHaveFocus();
  const right = panel.getByRole('checkbox', { name: t('employees:rights.label.managesBank') });
  (right.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await press('Enter');
  await expect.element(panel.getByText(/^Збережено/)).toBeVisible();
  expect(people.map(({ can_manage_terminals }) => can_manage_terminals)).toEqual([false, true, false]);
  await press('Escape');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'bohdan' })).toHaveFocus();
});

test('the next employee, typed while the last one is being added or saved, stays', async () => {
  const people = serveStaff();
  await openScreen('/settings/people');
  await openForm();
  await username.fill('olena');
  await position.fill('Касир');
  await password.fill('довгий пароль');
  await again.fill('довгий пароль');
  const first = holdCall('employees.add');
  await add.click();
  await expect.poll(() => inputsOf('employees.add')).toHaveLength(1);
  await username.fill('taras');
  first.release();
  await expect.element(page.getByText(t('employees:new.done', { name: 'olena' }))).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'olena' })).toBeVisible();
  await expect.element(username).toHaveValue('taras');
  await expect.element(position).toHaveValue('');
  await expect.element(password).toHaveValue('');
  expect(people.map((each) => each.username)).toEqual(['olena']);

  // A generated password is shown beside the text typed meanwhile.
  await generate.click();
  const made = panel.getByLabelText(t('employees:password.generated')).element() as HTMLInputElement;
  const { value: generated } = made;
  const second = holdCall('employees.add');
  // By key: what was announced lies over the button.
  await username.click();
  await press('Enter');
  await expect.poll(() => inputsOf('employees.add')).toHaveLength(2);
  await username.fill('ivan');
  second.release();
  await expect.element(panel.getByText(generated)).toBeVisible();
  await expect.element(username).toHaveValue('ivan');
  await panel.getByRole('button', { name: t('common:words.doneHide') }).click();
  await expect.element(panel.getByText(generated)).not.toBeInTheDocument();

  await generate.click();
  await username.click();
  await press('Enter');
  await panel.getByRole('button', { name: t('common:words.doneHide') }).click();
  await fullName.fill('Іван Бондар');
  const change = holdCall('employees.change');
  await press('Enter');
  await expect.poll(() => inputsOf('employees.change')).toHaveLength(1);
  await position.fill('Касир');
  change.release();
  await expect.element(panel.getByRole('heading', { name: 'Іван Бондар' })).toBeVisible();
  await expect.element(panel.getByText(t('employees:edit.dirty'))).toBeVisible();
  await expect.element(position).toHaveValue('Касир');
  await press('Enter');
  await expect.element(panel.getByText(t('employees:edit.done'))).toBeVisible();
  expect(people.at(-1)).toMatchObject({ username: 'ivan', full_name: 'Іван Бондар', position: 'Касир' });
});

test('an employee changed elsewhere is shown before anything is written; of one who was deleted what was typed stays', async () => {
  const people = serveStaff([personOf(1, 'olena', 'Олена Бондар', { can_view_invoices: true })]);
  await openScreen('/settings/people');
  await openRow('Олена Бондар');
  const right = (name: 'refunds' | 'seesAll') =>
    panel.getByRole('checkbox', { name: t(`employees:rights.label.${name}`) });
  const save = panel.getByRole('button', { name: t('common:save') });
  await right('refunds').click();
  people[0] = { ...(people[0] as Person), can_view_invoices: false };
  await save.click();
  await expect.element(panel.getByText(t('employees:overtaken.title'))).toBeVisible();
  await expect.element(right('seesAll')).not.toBeChecked();
  await expect.element(right('refunds')).toBeChecked();
  await expectAccessible();
  expect(inputsOf('employees.change')).toEqual([]);
  await save.click();
  await expect.element(panel.getByText(/^Збережено/)).toBeVisible();
  expect(people).toMatchObject([{ can_cancel_invoices: true, can_view_invoices: false }]);

  await position.fill('Заступниця');
  people.length = 0;
  await save.click();
  await expect.element(panel.getByText(t('employees:missing.title'))).toBeVisible();
  await expect.element(position).toHaveValue('Заступниця');
});

test('the limits of refunds are typed as amounts; a PIN is seen, and removed', async () => {
  serveStaff([personOf(1, 'olena', 'Олена Бондар', { can_cancel_invoices: true })]);
  await openScreen('/settings/people');
  await openRow('Олена Бондар');
  const largest = panel.getByLabelText(t('employees:limits.largest'));
  await largest.fill('1,234');
  await panel.getByLabelText(t('employees:limits.per_day')).fill('2000');
  await press('Enter');
  await expect.element(panel.getByText(t('employees:limits.format'))).toBeVisible();
  await largest.fill('100');
  await press('Enter');
  await expect.element(panel.getByText(t('employees:edit.done'))).toBeVisible();
  const limits = { largest: 10_000, per_day: 200_000 };
  expect(inputsOf('employees.change')).toMatchObject([{ refund_limits: limits }]);
  await expect.element(panel.getByText(t('employees:pin.set'))).toBeVisible();
  await panel.getByRole('button', { name: t('employees:pin.remove') }).click();
  await expect.element(panel.getByText(t('employees:pin.none'))).toBeVisible();
});

test('deactivation is confirmed, activation is not; a right that is blind says so, and a password is typed twice', async () => {
  const people = serveStaff([
    personOf(1, 'olena', 'Олена Бондар', { can_view_invoices: false, can_create_invoices: false }),
  ]);
  await openScreen('/settings/people');
  await openRow('Олена Бондар');
  const active = panel.getByRole('switch', { name: t('employees:active.label') });
  const toggle = async () => {
    (active.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
  };
  const names = { name: 'Олена Бондар' };
  const question = page.getByRole('dialog', { name: t('employees:active.askTitle', names) });
  await toggle();
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await press('Escape');
  await expect.element(question).not.toBeInTheDocument();
  expect(inputsOf('employees.change')).toEqual([]);
  await toggle();
  await question.getByRole('button', { name: t('employees:active.off', names) }).dblClick();
  await expect.element(active).not.toBeChecked();
  await expect.element(page.getByRole('row', names)).toMatchTextContent(t('employees:state.off'));
  await toggle();
  await expect.element(active).toBeChecked();
  expect(inputsOf('employees.change')).toEqual([
    { id: 1, is_active: false },
    { id: 1, is_active: true },
  ]);
  expect(people).toMatchObject([{ is_active: true }]);

  await panel.getByRole('checkbox', { name: t('employees:rights.label.refunds') }).click();
  await expect.element(panel.getByText(t('employees:rights.blind'))).toBeVisible();
  await panel.getByRole('button', { name: t('employees:password.change') }).click();
  const first = panel.getByRole('textbox', { name: t('employees:password.first') });
  await expect.element(first).toHaveFocus();
  await first.fill('коротко');
  await press('Enter');
  await expect.element(panel.getByText(t('employees:faults.short', { min: 8 })).last()).toBeVisible();
  await first.fill('зовсім інший пароль');
  await again.fill('зовсім не той');
  await expect.element(panel.getByText(t('employees:faults.differs'))).toBeVisible();
  await expectAccessible();
  await again.fill('зовсім інший пароль');
  await press('Enter');
  await expect.element(page.getByText(t('employees:edit.donePassword'))).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
  expect(inputsOf('employees.change').at(-1)).toMatchObject({ password: 'зовсім інший пароль' });
});
