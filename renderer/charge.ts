import {
  type Charge,
  createInvoice,
  failureOf,
  type Invoice,
  listTerminals,
  readInvoice,
  type Terminal,
} from './api.ts';
import { el, type Say, say } from './dom.ts';
import { isOpen, paymentLink, statusChip } from './invoice.ts';
import { messagePlace } from './message.ts';
import { formatAmount, parseAmount } from './money.ts';
import { createFailureText } from './texts.ts';

const terminalKey = 'kramar.terminal';

const faults = { empty: 'amountEmpty', format: 'amountFormat', range: 'amountRange' } as const;

export function chargePanel(options: { created: () => void; sessionOver: () => void }) {
  const terminals = terminalField();
  const amount = amountField();
  const button = el('button', { class: 'primary', type: 'submit' });
  const message = messagePlace();
  const result = resultPlace();
  const form = el(
    'form',
    { class: 'stack', novalidate: '', 'aria-labelledby': 'charge' },
    el('h2', { id: 'charge' }, (t) => t.charge),
    terminals.element,
    amount.element,
    message.element,
    button,
  );

  let busy = false;
  const showButton = () => {
    button.disabled = busy || terminals.value() === undefined;
    const parsed = parseAmount(amount.input.value);
    const sum = 'minor' in parsed ? formatAmount(parsed.minor) : '';
    say(button, (t) => (busy ? t.creating : t.create(sum)));
  };

  const keyFor = keyPerFilledForm();

  const create = async (charge: Charge) => {
    const body = JSON.stringify(charge);
    try {
      const invoice = await createInvoice(charge, keyFor.take(body));
      keyFor.forget();
      amount.reset();
      result.show(invoice);
      result.focus();
      options.created();
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'session') return options.sessionOver();
      message.show((t) => createFailureText(failure, t));
      if (failure.kind === 'invalid') void loadTerminals();
    }
  };

  const submit = async () => {
    const terminal = terminals.value();
    const parsed = amount.check();
    if (busy || terminal === undefined || parsed === undefined) return;
    busy = true;
    message.clear();
    result.clear();
    showButton();
    await create({ terminal, amount: parsed });
    busy = false;
    showButton();
    // A disabled button has lost the focus: without this the keyboard would start from the top of the page.
    if (document.activeElement === document.body) button.focus();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  amount.input.addEventListener('input', showButton);

  const loadTerminals = async () => {
    try {
      terminals.fill(await listTerminals());
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'session') return options.sessionOver();
      terminals.failed();
    }
    showButton();
  };

  showButton();
  return {
    element: el('section', { class: 'charge card stack' }, form, result.element),
    focus: () => amount.input.focus(),
    loadTerminals,
    /** Part of every refresh: the terminals until they are there, and the fresh invoice while it is open. */
    async refresh(): Promise<void> {
      if (!terminals.loaded()) await loadTerminals();
      await result.refresh();
    },
  };
}

/**
 * One Idempotency-Key for each filled form: pressing again after a failure sends the same key, so that there is
 * one invoice however often it takes. Another amount or terminal is another form.
 */
function keyPerFilledForm() {
  let last: { body: string; key: string } | undefined;
  return {
    take(body: string): string {
      if (last?.body !== body) last = { body, key: crypto.randomUUID() };
      return last.key;
    },
    forget(): void {
      last = undefined;
    },
  };
}

function amountField() {
  const input = el('input', {
    id: 'amount',
    class: 'amount',
    inputmode: 'decimal',
    autocomplete: 'off',
    enterkeyhint: 'done',
    'aria-describedby': 'amount-hint amount-fault',
  });
  const fault = messagePlace();
  fault.element.id = 'amount-fault';

  const blame = (text: Say | undefined) => {
    input.toggleAttribute('aria-invalid', false);
    fault.clear();
    if (!text) return;
    input.setAttribute('aria-invalid', 'true');
    fault.show(text);
    input.focus();
  };
  input.addEventListener('input', () => blame(undefined));

  return {
    input,
    element: el(
      'div',
      { class: 'field' },
      el('label', { for: 'amount' }, (t) => t.amount),
      input,
      el('p', { id: 'amount-hint', class: 'hint' }, (t) => t.amountHint),
      fault.element,
    ),
    check(): number | undefined {
      const parsed = parseAmount(input.value);
      if ('minor' in parsed) return parsed.minor;
      blame((t) => t[faults[parsed.fault]]);
      return undefined;
    },
    reset(): void {
      input.value = '';
    },
  };
}

function terminalField() {
  const select = el('select', { id: 'terminal' });
  const note = messagePlace('status');
  let shown = '';

  const onlyOption = (text: Say) => {
    select.replaceChildren(el('option', { value: '' }));
    if (select.firstElementChild) say(select.firstElementChild, text);
    select.disabled = true;
  };
  select.addEventListener('change', () => localStorage.setItem(terminalKey, select.value));
  onlyOption((t) => t.terminalsLoading);

  return {
    element: el(
      'div',
      { class: 'field' },
      el('label', { for: 'terminal' }, (t) => t.terminal),
      select,
      note.element,
    ),
    loaded: () => shown !== '',
    value: () => (select.value === '' ? undefined : Number(select.value)),
    fill(terminals: Terminal[]): void {
      const next = JSON.stringify(terminals.map(({ id, name, merchant_name }) => [id, name, merchant_name]));
      if (next === shown) return;
      shown = next;
      note.clear();
      if (terminals.length === 0) {
        onlyOption(() => '—');
        note.show((t) => t.noTerminals);
        return;
      }
      const wanted = select.value || localStorage.getItem(terminalKey);
      select.replaceChildren(...terminals.map(terminalOption));
      select.disabled = false;
      if (terminals.some(({ id }) => String(id) === wanted)) select.value = String(wanted);
    },
    /** What was read before stays in use. */
    failed(): void {
      if (shown !== '') return;
      onlyOption(() => '—');
      note.show((t) => t.terminalsFailed);
    },
  };
}

function terminalOption({ id, name, merchant_name }: Terminal): HTMLOptionElement {
  return el('option', { value: String(id) }, merchant_name ? `${name} · ${merchant_name}` : name);
}

/** The invoice just made: its payment page, and what becomes of it, as told by the bank. */
function resultPlace() {
  const element = el('div', { class: 'result', role: 'status' });
  let shown: Invoice | undefined;

  const show = (invoice: Invoice) => {
    const link = isOpen(invoice) ? paymentLink(invoice, (t) => t.openPage, 'button') : undefined;
    shown = invoice;
    element.className = `result stack ${invoice.status}`;
    element.replaceChildren(
      el(
        'p',
        { class: 'result-head' },
        el('strong', {}, (t) => t.created(invoice.number_display)),
        el('strong', { class: 'money' }, formatAmount(invoice.amount)),
      ),
      el(
        'p',
        { class: 'result-status' },
        statusChip(invoice),
        el('span', { class: 'pan' }, invoice.masked_pan),
      ),
      ...(invoice.failure_reason ? [el('p', {}, invoice.failure_reason)] : []),
      ...(link ? [link] : []),
    );
  };

  return {
    element,
    show,
    focus: () => element.querySelector('a')?.focus(),
    clear(): void {
      shown = undefined;
      element.className = 'result';
      element.replaceChildren();
    },
    async refresh(): Promise<void> {
      const before = shown;
      if (!before || !(isOpen(before) || before.status === 'failure')) return;
      try {
        const now = await readInvoice(before.id);
        if (shown === before && JSON.stringify(now) !== JSON.stringify(before)) show(now);
      } catch {
        // The list, refreshed at the same time, tells what is wrong with the server.
      }
    },
  };
}
