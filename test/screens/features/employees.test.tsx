import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refusal, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { personOf, servePeople } from '../helpers/people.ts';
import { openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';

const panel = page.getByRole('complementary');

test('a browser that is not the window reads the people, again where that failed, and says where they are changed', async () => {
  const people = [personOf(1, 'olena', 'Олена Бондар')];
  servePeople(people);
  serve({ 'GET employees/': () => refusal(500, { detail: 'Internal error.' }) });
  await openScreen('/settings/people');
  await expect.element(page.getByRole('alert')).toBeVisible();
  servePeople(people);
  await page.getByRole('button', { name: t('common:list.tryAgain') }).click();
  await expect.element(page.getByRole('row', { name: 'Олена Бондар' })).toMatchTextContent('Касир');
  await expect.element(page.getByRole('button', { name: t('employees:add') })).not.toBeInTheDocument();
  await expect.element(page.getByText(t('common:changeElsewhere'))).toBeVisible();
  await page.getByRole('link', { name: 'Олена Бондар' }).click();
  await expect.element(panel.getByRole('heading', { level: 2, name: 'Олена Бондар' })).toBeVisible();
  await expect.element(panel.getByRole('textbox')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a list of many: searched, sorted, by pages', async () => {
  const people = Array.from({ length: 30 }, (_, at) => personOf(at + 1, `k${at + 10}`, `Касирка ${at + 10}`));
  people[1] = { ...personOf(2, 'k11', 'Касирка 11'), is_active: false };
  servePeople(people);
  // The column of user names has no room beside the list of settings; its order stays in addresses that were kept.
  await openScreen('/settings/people?ordering=-username');
  const rows = page.getByRole('table').getByRole('link');
  const search = page.getByRole('textbox', { name: t('employees:search.label') });
  await expect.element(rows).toHaveLength(25);
  await expect.element(rows.first()).toHaveTextContent('Касирка 39');
  await page.getByRole('button', { name: t('common:pager.next') }).click();
  await expect.element(rows).toHaveLength(5);
  await search.fill('касирка 11');
  await expect.element(rows).toHaveLength(1);
  await expect
    .element(page.getByRole('row', { name: 'Касирка 11' }))
    .toMatchTextContent(t('employees:state.off'));
  await search.fill('ніхто');
  await expect.element(page.getByRole('heading', { name: t('employees:nothing.title') })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: t('employees:nothing.action') }).click();
  await expect.element(rows).toHaveLength(25);
});
