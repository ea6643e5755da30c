import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { actionLogState } from '../../../shared/api/actions.ts';
import type { BridgeRefusal, CallInput } from '../../../shared/bridge/bridge.ts';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { personOf, servePeople } from '../helpers/people.ts';
import { listOf, sample } from '../helpers/sample.ts';
import { openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';
import { holdCall, inputsOf, serveCalls } from '../helpers/window.ts';

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

type Added = CallInput<'employees.add'>;
type Changed = CallInput<'employees.change'>;
type Person = ReturnType<typeof personOf>;

/** The people of the shop, whom the program adds and changes. */
const serveStaff = (people: Person[] = [], refuse?: (added: Added) => BridgeRefusal | undefined) => {
  servePeople(people);
  const limits = { refund_largest: null, refund_per_day: null, has_pin: false };
  const ofProgram = ({ created_at: _created, updated_at: _updated, ...person }: Person) => ({
    ...person,
    ...limits,
    own_sales_only: false,
    catalog_prices_only: false,
    catalog_read_only: false,
  });
  const rightsOf = (permissions: readonly string[] = []) =>
    Object.fromEntries(PERMISSIONS.map((name) => [name, permissions.includes(name)]));
  serveCalls({
    'employees.list': () => ({ employees: people.map(ofProgram) }),
    'employees.add': (added) => {
      const refusal = refuse?.(added);
      if (refusal) return refusal;
      const { username: name, full_name, position: place, permissions } = added;
      const made = personOf(people.length + 1, name, full_name, {
        position: place,
        ...rightsOf(permissions),
      });
      people.push(made);
      return ofProgram(made);
    },
    'employees.change': ({ id, full_name, position: place, permissions }: Changed) => {
      const at = people.findIndex((each) => each.id === id);
      const before = people[at] as Person;
      const changed = {
        ...before,
        full_name: full_name ?? before.full_name,
        position: place ?? before.position,
        ...(permissions && rightsOf(permissions)),
      };
      people[at] = changed;
      return ofProgram(changed);
    },
  });
  return people;
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
