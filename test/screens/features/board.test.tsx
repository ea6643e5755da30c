import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cashRegister, cashRegisterQr, type RegisterState } from '../../../shared/api/cash-registers.ts';
import { invoice } from '../../../shared/api/invoices.ts';
import { logo } from '../../../shared/api/settings.ts';
import { system } from '../../../shared/api/system.ts';
import { terminal } from '../../../shared/api/terminals.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { bodiesOf, refusal, report, type Sent, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { OWNER, openScreen } from '../helpers/screen.tsx';
import { en, t } from '../helpers/texts.ts';

/** What stands on each register now. Whether an amount may be taken off it is decided by the bank: test/http/register-state.test.ts. */

const tile = (name: string) => page.getByRole('article', { name });
const on: NonNullable<RegisterState['invoice']> = {
  id: 15,
  number_display: '000015',
  reference: 'Стіл 7',
  status: 'created',
  amount: 34_000,
  created_by: 'Олена Коваль',
  created_date: '2026-03-02T08:15:27.120Z',
  expires_at: '2100-01-01T00:00:00.000Z',
};
const stateOf = (cash_register: number, amount: number | null, id = 15): RegisterState => {
  const asked_at = '2026-03-02T08:15:40.000Z';
  if (amount === null) return { cash_register, amount, ccy: null, invoice_id: null, invoice: null, asked_at };
  return { cash_register, amount, ccy: 980, invoice_id: `p2_${id}`, invoice: { ...on, id }, asked_at };
};
/** @returns how often each register was asked about */
const serveBoard = () => {
  const states = [stateOf(1, 34_000), stateOf(2, null)];
  const asked: Sent[] = [];
  serve({
    'GET system/': sample(system, { terminals: [] }),
    'GET logo/': sample(logo),
    'GET terminals/': listOf([sample(terminal, { id: 1, name: 'Каса' })]),
    'GET cash-registers/': listOf(
      [1, 2].map((id) =>
        sample(cashRegister, { id, terminal: 1, name: `ZRN${id}`, short_qr_id: `ZRN${id}`, is_active: true }),
      ),
    ),
    'GET cash-registers/{id}/qr/': ({ ids: [id = 0] }) =>
      sample(cashRegisterQr, { amount_type: id === 2 ? 'client' : 'merchant' }),
    'GET cash-registers/{id}/state/': (sent) => {
      asked.push(sent);
      return states[(sent.ids[0] ?? 0) - 1] as RegisterState;
    },
    'GET invoices/{id}/': ({ ids: [id = 0] }) => sample(invoice, { id, cash_register: 2 }),
  });
  // What React's strict mode mounts twice gives its first request up.
  const timesAsked = (register: number) =>
    asked.filter(({ ids, signal }) => ids[0] === register && !signal?.aborted).length;
  return { states, timesAsked };
};

test('each register shows its sale and who made it, changes appear by themselves, and only what changed is asked again', async () => {
  const { states, timesAsked } = serveBoard();
  await openScreen('/charge/stands');
  for (const text of ['340,00 ₴', '№ 000015', 'Стіл 7', 'Олена Коваль', t('board:left'), /Станом на/])
    await expect.element(tile('ZRN1')).toMatchTextContent(text);
  await expect.element(tile('ZRN2')).toMatchTextContent(t('board:kind.client'));
  await expectAccessible();
  expect([timesAsked(1), timesAsked(2)]).toEqual([1, 1]);
  states[1] = stateOf(2, 9900, 16);
  report('invoice.created', 16);
  await expect.element(tile('ZRN2')).toMatchTextContent('99,00 ₴');
  await expect
    .element(
      page
        .getByRole('status')
        .filter({ hasText: t('board:announced.amount', { name: 'ZRN2', amount: '99,00 ₴' }) }),
    )
    .toBeInTheDocument();
  states[0] = stateOf(1, null);
  report('invoice.status_changed', 15);
  await expect.element(tile('ZRN1')).toMatchTextContent(t('board:free'));
  expect([timesAsked(1), timesAsked(2)]).toEqual([2, 2]);
  await expect
    .element(tile('ZRN2').getByRole('link', { name: /000015/ }))
    .toHaveAttribute('href', '/invoices/16');
  await tile('ZRN1')
    .getByRole('button', { name: /^Показати QR/ })
    .click();
  await expect
    .element(page.getByRole('dialog').getByRole('button', { name: t('terminals:qr.print') }))
    .toBeVisible();
});

test('an amount is taken off by name and sum, and not one that is being paid or another one', async () => {
  const { states } = serveBoard();
  await openScreen('/charge/stands');
  const words = { amount: '340,00 ₴', name: 'ZRN1' };
  const dialog = page.getByRole('dialog', { name: t('board:release.title', words) });
  const confirm = dialog.getByRole('button', { name: t('board:release.confirm', words) });
  const openDialog = () =>
    tile('ZRN1')
      .getByRole('button', { name: /^Звільнити/ })
      .click();
  await openDialog();
  await expect.element(dialog).toMatchTextContent('QR продажу № 000015 не скасовується');
  await expectAccessible();
  // Cancel has the focus first: Enter leaves the amount on.
  await expect.element(dialog.getByRole('button', { name: t('board:release.keep') })).toHaveFocus();
  await press('Enter');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodiesOf('POST cash-registers/{id}/release/')).toEqual([]);

  await openDialog();
  for (const [answer, text, isOver] of [
    [refusal(502, { detail: 'Being paid.', err_code: 'ORDER_IN_PROGRESS' }), /саме зараз платять/, false],
    [refusal(400, { errors: { expected_invoice_id: ['Another.'] } }), /Продаж на табличці вже інший/, true],
  ] as const) {
    serve({ 'POST cash-registers/{id}/release/': () => answer });
    await confirm.click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(text);
    expect(confirm.elements()).toHaveLength(isOver ? 0 : 1);
  }
  await press('Escape');
  serve({
    'POST cash-registers/{id}/release/': () => {
      states[0] = stateOf(1, null);
      return stateOf(1, null);
    },
  });
  await openDialog();
  await confirm.dblClick();
  await expect.element(tile('ZRN1')).toMatchTextContent(t('board:free'));
  expect(bodiesOf('POST cash-registers/{id}/release/')).toEqual(
    Array(3).fill({ expected_invoice_id: 'p2_15' }),
  );
});

test('a register that cannot be read hides no other, and is asked again; who may not cancel takes nothing off', async () => {
  const { states } = serveBoard();
  serve({
    'GET cash-registers/{id}/state/': ({ ids: [id = 0] }) =>
      id === 1
        ? refusal(502, { detail: 'No answer.', err_code: 'UNREACHABLE' })
        : (states[id - 1] as RegisterState),
  });
  await openScreen('/charge/stands', {
    by: { ...OWNER, is_owner: false, can_cancel_invoices: false },
    language: 'en',
    scheme: 'dark',
  });
  await expect.element(page.getByText(/The bank did not respond/)).toHaveLength(1);
  await expect.element(tile('ZRN1')).toMatchTextContent(en('board:unknown'));
  await expect.element(tile('ZRN2')).toMatchTextContent(en('board:kind.client'));
  await expectAccessible();
  serveBoard();
  await page.getByRole('button', { name: en('common:list.tryAgain') }).click();
  await expect.element(tile('ZRN1')).toMatchTextContent('340,00');
  await expect.element(page.getByRole('button', { name: /off register/ })).not.toBeInTheDocument();
});
