import { type Failure, failureOf, type Invoice, type InvoicePage, listInvoices } from './api.ts';
import { formatMoment, formatTime } from './dates.ts';
import { el, type Say, say } from './dom.ts';
import { paymentLink, statusChip } from './invoice.ts';
import { messagePlace } from './message.ts';
import { formatAmount } from './money.ts';
import { failureText, type Texts } from './texts.ts';

const pageSize = 25;

interface Refreshed {
  read: boolean;
  /** How long the server wants to be left alone. */
  waitSeconds: number;
}

type View = 'loading' | 'empty' | 'filled' | 'failed';

export function invoiceList(options: { startCharge: () => void; sessionOver: () => void }) {
  const table = invoiceTable();
  const totals = el('p', { class: 'totals' });
  const message = messagePlace();
  const retry = el('button', { type: 'button', hidden: '' }, (t) => t.tryAgain);
  const empty = emptyState(options.startCharge);
  const pager = pagerBar((step) => turn(step));
  const element = el(
    'section',
    { class: 'invoices', 'aria-labelledby': 'invoices' },
    el(
      'div',
      { class: 'list-head' },
      el('h2', { id: 'invoices' }, (t) => t.invoices),
      totals,
    ),
    el('div', { class: 'banner' }, message.element, retry),
    skeleton(),
    empty,
    table.element,
    pager.element,
  );

  let page = 1;
  let latest = 0;
  let view: View = 'loading';
  let goneSince: Date | undefined;

  const setView = (next: View) => {
    view = next;
    element.dataset.view = next;
  };

  const show = (found: InvoicePage) => {
    goneSince = undefined;
    message.clear();
    retry.hidden = true;
    table.show(found.results);
    say(totals, totalsText(found));
    pager.show(page, found);
    setView(found.count === 0 ? 'empty' : 'filled');
  };

  const showFailure = (failure: Failure) => {
    retry.hidden = false;
    if (failure.kind === 'missing') page = 1;
    if (view === 'loading') setView('failed');
    if (failure.kind !== 'unreachable') message.show((t) => failureText(failure, t));
    else if (view === 'failed') message.show((t) => failureText(failure, t));
    else showOffline();
  };

  /** Said once, at the beginning: repeated at every attempt it would be read out every few seconds. */
  const showOffline = () => {
    if (goneSince) return;
    const since = new Date();
    goneSince = since;
    message.show((t) => t.offlineSince(formatTime(since, t.locale)));
  };

  /** Only the answer to the last question is shown. */
  const refresh = async (): Promise<Refreshed> => {
    latest += 1;
    const mine = latest;
    try {
      const found = await listInvoices(page, pageSize);
      if (mine === latest) show(found);
      return { read: true, waitSeconds: 0 };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'session') options.sessionOver();
      else if (mine === latest) showFailure(failure);
      return { read: false, waitSeconds: failure.kind === 'throttled' ? failure.seconds : 0 };
    }
  };

  const turn = async (step: number) => {
    const before = page;
    page += step;
    const { read } = await refresh();
    if (!read) page = before;
  };

  retry.addEventListener('click', () => void refresh());
  setView('loading');
  return {
    element,
    refresh,
    toFirstPage(): Promise<unknown> {
      page = 1;
      return refresh();
    },
  };
}

function totalsText({ count, totals }: InvoicePage): Say {
  const { total_amount, success_amount } = totals;
  return (t) =>
    `${t.totals}: ${t.invoiceCount(count)}, ${formatAmount(total_amount)} · ${t.paid}: ${formatAmount(success_amount)}`;
}

const columns: {
  name: 'number' | 'when' | 'sum' | 'status' | 'reference' | 'pan';
  cells: (i: Invoice) => Node[];
}[] = [
  { name: 'number', cells: ({ number_display }) => [el('span', {}, number_display)] },
  {
    name: 'when',
    cells: ({ created_date }) => [
      el('time', { datetime: created_date }, (t) => formatMoment(new Date(created_date), t.locale, t.today)),
    ],
  },
  { name: 'sum', cells: sumCells },
  { name: 'status', cells: statusCells },
  { name: 'reference', cells: ({ reference }) => [el('span', {}, reference)] },
  { name: 'pan', cells: ({ masked_pan }) => [el('span', {}, masked_pan)] },
];

function sumCells({ status, amount, final_amount }: Invoice): Node[] {
  const sum = el('span', {}, formatAmount(amount));
  if (status !== 'success' || final_amount === null || final_amount >= amount) return [sum];
  return [sum, el('small', {}, (t) => t.afterRefund(formatAmount(final_amount)))];
}

function statusCells(invoice: Invoice): Node[] {
  const chip = statusChip(invoice);
  if (invoice.status === 'failure' && invoice.failure_reason) {
    return [chip, el('small', {}, invoice.failure_reason)];
  }
  const link = invoice.status === 'created' && paymentLink(invoice, (t) => t.paymentPage, 'page-link');
  return link ? [chip, link] : [chip];
}

/** Roles are spelled out because narrow windows lay the rows out as cards, which takes them from a plain table. */
function invoiceTable() {
  const heads = columns.map(({ name }) =>
    el('th', { class: name, role: 'columnheader', scope: 'col' }, (t) => t[name]),
  );
  const body = el('tbody', { role: 'rowgroup' });
  const element = el(
    'table',
    { role: 'table', 'aria-labelledby': 'invoices' },
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...heads)),
    body,
  );
  let rows = new Map<number, { read: string; row: HTMLElement }>();

  return {
    element,
    /** Rows that did not change stay as they are, so that focus and selection survive a refresh. */
    show(invoices: Invoice[]): void {
      const focused = document.activeElement;
      const next = new Map(
        invoices.map((invoice) => {
          const read = JSON.stringify(invoice);
          const old = rows.get(invoice.id);
          return [invoice.id, old?.read === read ? old : { read, row: invoiceRow(invoice) }];
        }),
      );
      rows = next;
      const wanted = [...next.values()].map(({ row }) => row);
      if (wanted.length === body.children.length && wanted.every((row, at) => row === body.children[at]))
        return;
      body.replaceChildren(...wanted);
      if (focused instanceof HTMLElement && focused !== document.activeElement && body.contains(focused)) {
        focused.focus({ preventScroll: true });
      }
    },
  };
}

function invoiceRow(invoice: Invoice): HTMLElement {
  const cells = columns.map(({ name, cells }) =>
    el('td', { class: name, role: 'cell', 'data-label': (t: Texts) => t[name] }, ...cells(invoice)),
  );
  return el('tr', { role: 'row' }, ...cells);
}

function pagerBar(turn: (step: number) => Promise<void>) {
  const previous = el('button', { type: 'button' }, (t) => t.previous);
  const next = el('button', { type: 'button' }, (t) => t.next);
  const where = el('span', { 'aria-live': 'polite' });
  let turning = false;
  const click = async (step: number) => {
    if (turning) return;
    turning = true;
    await turn(step);
    turning = false;
  };
  previous.addEventListener('click', () => void click(-1));
  next.addEventListener('click', () => void click(1));

  const element = el('nav', { class: 'pager', 'aria-label': (t: Texts) => t.pages }, previous, where, next);
  return {
    element,
    show(page: number, found: InvoicePage): void {
      const focused = document.activeElement;
      previous.disabled = found.previous === null;
      next.disabled = found.next === null;
      element.hidden = previous.disabled && next.disabled;
      say(where, (t) => t.page(page, Math.max(1, Math.ceil(found.count / pageSize))));
      // A button that has just been disabled cannot keep the focus.
      if (focused === previous && previous.disabled) next.focus();
      if (focused === next && next.disabled) previous.focus();
    },
  };
}

function emptyState(startCharge: () => void): HTMLElement {
  const button = el('button', { type: 'button', class: 'primary' }, (t) => t.emptyAction);
  button.addEventListener('click', startCharge);
  return el(
    'div',
    { class: 'empty card stack' },
    el('h3', {}, (t) => t.empty),
    el('p', {}, (t) => t.emptyHint),
    button,
  );
}

function skeleton(): HTMLElement {
  const bars = Array.from({ length: 6 }, () => el('div', { class: 'bar', 'aria-hidden': 'true' }));
  return el(
    'div',
    { class: 'skeleton', role: 'status' },
    el('span', { class: 'unseen' }, (t) => t.loading),
    ...bars,
  );
}
