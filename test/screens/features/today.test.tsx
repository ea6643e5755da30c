import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { actionLogState } from '../../../shared/api/actions.ts';
import { fiscalGapPage } from '../../../shared/api/fiscal-checks.ts';
import { openInvoice } from '../../../shared/api/invoice-extras.ts';
import { invoicePage } from '../../../shared/api/invoice-query.ts';
import { type SeriesSums, series } from '../../../shared/api/series.ts';
import { system } from '../../../shared/api/system.ts';
import { terminal } from '../../../shared/api/terminals.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { refusal, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { OWNER, openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';

const NOTHING: SeriesSums = { gross: 0, fee: 0, refunds: 0, net: 0, count: 0, refund_count: 0 };
const takings = page
  .getByRole('region', { name: t('today:figures.title') })
  .getByRole('link', { name: new RegExp(`^${t('common:words.takings')}`) });
const chargeLink = page.getByRole('link', { name: t('today:charge') });
const VIEWER = { ...OWNER, username: 'iryna', is_owner: false, can_create_invoices: false };

/** All is well but for the backup, which is the owner's business. */
const WELL = sample(system, {
  attempts_in_doubt: 0,
  unreadable_count: 0,
  moved_away: null,
  moved_here: null,
  bank: { state: 'reachable', since: null, err_code: null, next_try_at: null, last_answer_at: null },
  backup: { last_at: null, is_overdue: true, problem: '', fault: null },
  disk: { data: null, backups: null, is_same: false },
  terminals: [{ id: 1, token: 'usable', synced_at: new Date().toISOString(), paused_until: null }],
});

/** A day without payments, of a shop that has sold something before or not; two invoices may still be paid. */
const serveDay = (sold: number) => {
  const open = listOf([sample(openInvoice, { id: 15, reference: 'Стіл 4', amount: 34_000 })]);
  serve({
    'GET system/': WELL,
    'GET terminals/': listOf([sample(terminal)]),
    'GET invoices/': sample(invoicePage, { count: sold, results: [] }),
    'GET invoices/open/': { ...open, total_amount: 34_000, other_currencies: [] },
    'GET invoices/held/': { ...listOf([]), total_amount: 0, other_currencies: [] },
    'GET invoices/fiscal-gaps/': sample(fiscalGapPage, { count: 0, results: [] }),
    'GET catalog/products/': listOf([]),
    'GET shifts/current/': { shift: null },
    'GET actions/state/': sample(actionLogState, { fault: null }),
    'GET income-book/taxpayers/': { results: [] },
    'GET activity/': { results: [] },
    'GET stats/days/': { days: [] },
    'GET stats/series/': ({ search }) =>
      sample(series, {
        group_by: 'hour',
        from: search.get('from'),
        to: search.get('to'),
        results: [],
        totals: NOTHING,
      }),
  });
};

test('a day without payments says so, and where to begin; a read that failed says so, and is repeated', async () => {
  serveDay(1);
  serve({
    'GET stats/series/': () => refusal(500, { detail: 'Internal error.' }),
    'GET activity/': () => refusal(500, { detail: 'Internal error.' }),
  });
  await openScreen('/today');
  await expect.element(page.getByRole('alert')).toHaveLength(3);
  await expectAccessible();
  serveDay(1);
  for (let left = 3; left > 0; left -= 1) {
    await page
      .getByRole('button', { name: t('common:list.tryAgain') })
      .first()
      .click();
    await expect.poll(() => page.getByRole('alert').all().length).toBeLessThan(left);
    if (page.getByRole('alert').all().length === 0) break;
  }
  await expect.element(page.getByRole('heading', { name: t('today:hours.empty') })).toBeVisible();
  await expect.element(takings).toMatchTextContent('0,00');
  // There is nothing to compare with.
  await expect.element(takings).not.toMatchTextContent(t('common:change.same'));
  await expect.element(chargeLink.first()).toHaveAttribute('href', '/charge');
  await expectAccessible();
});

test('an employee who may not charge sees no button for it, nothing to set up, and none of the owner’s alerts', async () => {
  serveDay(0);
  await openScreen('/today', { by: VIEWER });
  await expect.element(takings).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: t('today:open.title') }).getByRole('link', { name: /Стіл 4/ }))
    .toHaveAttribute('href', '/invoices/15');
  await expect.element(chargeLink).not.toBeInTheDocument();
  for (const title of ['today:setup.title', 'today:attention.title'] as const)
    await expect.element(page.getByRole('region', { name: t(title) })).not.toBeInTheDocument();
});
