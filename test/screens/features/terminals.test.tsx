import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cashRegister } from '../../../shared/api/cash-registers.ts';
import { system } from '../../../shared/api/system.ts';
import { statementHistory, type Terminal, terminal } from '../../../shared/api/terminals.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { bodiesOf, hold, refusal, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { OWNER, openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';

/** The bank's section of the settings, in a browser. */

const card = (name = 'Каса') => page.getByRole('region', { name, exact: true });
const dialog = page.getByRole('dialog');
const field = page.getByRole('textbox', { name: t('terminals:give.name') });
const unreachable = page.getByText(/Kramar не відповідає/);
const sent = () => bodiesOf('PATCH terminals/{id}/');
const rename = (name: string) =>
  page.getByRole('button', { name: t('terminals:rename.start', { name }), exact: true });

/** One terminal with two registers. @returns it, as it is stored */
const serveTerminal = (token: 'usable' | 'missing' = 'usable') => {
  const stored: Terminal[] = [sample(terminal, { id: 1, name: 'Каса' })];
  const at = '2026-03-02T08:04:00.012Z';
  serve({
    'GET system/': sample(system, { terminals: [{ id: 1, token, synced_at: at, paused_until: null }] }),
    'GET jobs/': listOf([]),
    'GET cash-registers/': listOf(
      ['ZRN1', 'ZRN2'].map((name, at) => sample(cashRegister, { id: at + 1, name, terminal: 1 })),
    ),
    'GET terminals/': () => listOf(stored),
    'GET terminals/{id}/statement_history/': sample(statementHistory),
    'PATCH terminals/{id}/': ({ body }) => {
      const changed = { ...(stored[0] as Terminal), ...(body as Partial<Terminal>) };
      stored[0] = changed;
      return changed;
    },
    'DELETE terminals/{id}/': () => {
      stored.length = 0;
      return new Response(null, { status: 204 });
    },
  });
  return stored;
};

test('a terminal is renamed in place by keyboard alone; a name survives a service that is away, and input during the request', async () => {
  const stored = serveTerminal();
  await openScreen('/settings/bank');
  await expect.element(rename('Каса')).toBeVisible();
  (rename('Каса').element() as HTMLElement).focus();
  await press('Enter');
  await expect.element(field).toHaveFocus();
  await field.fill('   ');
  await press('Enter');
  await expect.element(page.getByText(t('terminals:rename.blank'))).toBeVisible();
  await expectAccessible();
  await field.fill('Каса біля входу');
  await press('Enter');
  await expect.element(card('Каса біля входу')).toBeVisible();
  await rename('Каса біля входу').click();
  await field.fill('Інша');
  await press('Escape');
  await expect.element(card('Каса біля входу')).toBeVisible();
  expect(sent()).toEqual([{ name: 'Каса біля входу' }]);

  await rename('Каса біля входу').click();
  await field.fill('Кіоск');
  let isAway = true;
  serve({
    'PATCH terminals/{id}/': ({ body }) => {
      if (isAway) throw new TypeError('Failed to fetch');
      return Object.assign(stored[0] as Terminal, body);
    },
  });
  await page.getByRole('button', { name: t('common:save') }).click();
  await expect.element(unreachable.first()).toBeVisible();
  await expect.element(field).toHaveValue('Кіоск');
  isAway = false;
  const { count, release } = hold('PATCH terminals/{id}/');
  await page.getByRole('button', { name: t('common:save') }).click();
  await expect.poll(count).toBe(1);
  await field.fill('Каса біля виходу');
  release();
  await expect.element(card('Кіоск')).toBeVisible();
  await expect.element(field).toHaveValue('Каса біля виходу');
});

test('a name that was changed elsewhere is shown before it is overwritten', async () => {
  const stored = serveTerminal();
  await openScreen('/settings/bank');
  await rename('Каса').click();
  await field.fill('Кіоск');
  stored[0] = sample(terminal, { id: 1, name: 'Намет' });
  await press('Enter');
  await expect.element(page.getByText(t('common:overtaken', { value: 'Намет' }))).toBeVisible();
  expect(sent()).toEqual([]);
  await press('Enter');
  await expect.element(card('Кіоск')).toBeVisible();
  expect(sent()).toEqual([{ name: 'Кіоск' }]);
});

test('switching off needs a confirmation, switching on does not', async () => {
  serveTerminal();
  await openScreen('/settings/bank');
  await page.getByText(t('common:advanced')).click();
  const active = page.getByRole('switch', { name: t('terminals:active.label') });
  const toggle = async (each: typeof active) => {
    (each.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
  };
  await toggle(active);
  await dialog.getByRole('button', { name: t('terminals:keepOn') }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  await toggle(active);
  await dialog.getByRole('button', { name: t('terminals:active.switchOff', { name: 'Каса' }) }).click();
  await expect.element(active).not.toBeChecked();
  await expect.element(card().getByText(t('terminals:off'), { exact: true })).toBeVisible();
  await toggle(active);
  await expect.element(active).toBeChecked();
  await toggle(page.getByRole('switch', { name: t('terminals:payments.label') }));
  await expect.poll(sent).toEqual([{ is_active: false }, { is_active: true }, { show_payments: false }]);
});

test('a deletion is refused while invoices are open, and leads to them', async () => {
  serveTerminal();
  const remove = dialog.getByRole('button', { name: t('common:words.deleteNamed', { name: 'Каса' }) });
  await openScreen('/settings/bank');
  serve({ 'DELETE terminals/{id}/': () => refusal(400, { errors: { detail: ['It has open invoices.'] } }) });
  await page.getByRole('button', { name: t('terminals:menu', { name: 'Каса' }) }).click();
  await page.getByRole('menuitem', { name: t('terminals:delete.open') }).click();
  await remove.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(t('terminals:delete.refused'));
  await expect
    .element(dialog.getByRole('link', { name: t('terminals:delete.openInvoices') }))
    .toHaveAttribute('href', expect.stringMatching(/^\/invoices\?(status=created&)?terminal=1/));
  const stored = serveTerminal();
  await remove.click();
  await expect.element(page.getByText(t('terminals:delete.done', { name: 'Каса' }))).toBeVisible();
  await expect.element(page.getByRole('heading', { name: t('terminals:empty.title') })).toBeVisible();
  await expect.element(page.getByText(t('common:changeElsewhere'))).toBeVisible();
  await expectAccessible();
  expect(stored).toEqual([]);
});

test('a list that cannot be read says so; without its token a terminal says what still works', async () => {
  serveTerminal('missing');
  serve({ 'GET terminals/': () => refusal(500, { detail: 'Internal error.' }) });
  await openScreen('/settings/bank', {
    by: { ...OWNER, username: 'taras', is_owner: false, can_manage_terminals: true },
  });
  await expect.element(page.getByRole('alert')).toBeVisible();
  serve({ 'GET terminals/': listOf([sample(terminal, { id: 1, name: 'Каса' })]) });
  await page
    .getByRole('button', { name: t('common:list.tryAgain') })
    .first()
    .click();
  await expect.element(card().getByRole('row')).toHaveLength(3);
  await expect.element(card()).toMatchTextContent(t('terminals:token.others'));
  await expect.element(card().getByRole('button', { name: t('terminals:sync.registers') })).toBeDisabled();
  await expectAccessible();
  // A token is the owner's business.
  for (const name of ['terminals:give.enter', 'terminals:give.open'] as const)
    await expect.element(page.getByRole('link', { name: t(name) })).not.toBeInTheDocument();
  await page.getByRole('button', { name: t('terminals:menu', { name: 'Каса' }) }).click();
  await expect.element(page.getByRole('menuitem')).toHaveLength(2);
});
