import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { roundedCash } from '../../../shared/money.ts';
import type { CashCharge, Charge } from '../../api/mutations.ts';
import { counterQuery, currentShiftQuery } from '../../api/queries.ts';
import { useAction } from '../../kit/use-action.ts';
import { useKeyed } from '../../kit/use-keyed.ts';
import { parseAmount, parsePrice } from '../../lib/money.ts';
import { useTill } from '../../shop/use-till.ts';
import { amountOf } from './charge-of.ts';
import { type DraftState, type DraftStore, isSameSale } from './draft-store.ts';
import type { useSubmit } from './use-submit.ts';
import type { TerminalSelection } from './use-terminal-selection.ts';

/** One press of Enter does one thing. */
const BOUNCE_MS = 600;

const CASH_FIELDS: readonly string[] = ['amount', 'items', 'discounts', 'comment', 'cart'];
/** The sale without what concerns the bank. */
const cashChargeOf = (charge: Charge, received: number | undefined): CashCharge => ({
  ...Object.fromEntries(Object.entries(charge).filter(([field]) => CASH_FIELDS.includes(field))),
  ...(received === undefined ? {} : { received }),
});

/** The pane of a cash payment: what is to be paid, what the buyer gave, and what they get back. */
export const useCashPane = (
  draft: DraftState,
  store: DraftStore,
  sale: ReturnType<typeof useSubmit>,
  { terminal, register, hasNone }: TerminalSelection,
) => {
  const { data: counter } = useQuery(counterQuery);
  const shift = useQuery(currentShiftQuery);
  const { form } = store.get();
  // Another cart is another sum: what was typed for the former one is no longer what the buyer gives.
  const [typed, setTyped] = useState({ text: '', form });
  const [till, setTill] = useState('');
  const enteredAt = useRef(Number.NEGATIVE_INFINITY);
  const sendKeyed = useKeyed('shift');
  const opening = useAction();

  const step = counter && counter.cash_rounding !== 'off' ? Number(counter.cash_rounding) : 1;
  const total = amountOf(draft.form) ?? 0;
  const toPay = roundedCash(total, step);
  const text = typed.form === form ? typed.text : '';
  const parsed = parseAmount(text);
  const received = parsed.minor;
  // A quick F9 comes before the counter is read: an Enter after it must not make a QR.
  const isOffered = counter?.takes_cash !== false;
  const isClosed = shift.data?.shift === null;
  const left = useTill().cash;
  const isShiftMissing = isClosed && left === null;
  const counted = parsePrice(till).minor;

  const openShift = (opening_cash: number | null | undefined, sell = (): void => undefined): void => {
    if (typeof opening_cash !== 'number') return;
    void opening.run(() => sendKeyed('shifts/', { opening_cash, remark: '' }).then(sell));
  };
  /** For who works alone a sale opens the shift. */
  const inShift = (sell: () => void): void => (isClosed ? openShift(left, sell) : sell());
  /** @param given minor units; undefined: to the kopiyka */
  const pay = (given: number | undefined): void => {
    // Until the counter is read, as after a reload, it is not known how sums are rounded.
    if (!counter || sale.isBusy() || sale.isLooking || (given !== undefined && given < toPay)) return;
    const filled = sale.fillForCash();
    if (!filled) store.show(null);
    else sale.send({ charge: cashChargeOf(filled.charge, given), amount: toPay, tender: 'cash' });
  };
  /** @param taken in cash, minor units; the rest is a QR */
  const payInParts = (taken: number): void => {
    const filled = terminal && !sale.isBusy() && !sale.isLooking ? sale.fillForCash() : undefined;
    if (!terminal || !filled) return;
    const { validity } = filled.charge;
    sale.send({
      charge: {
        ...cashChargeOf(filled.charge, undefined),
        cash: taken,
        terminal: terminal.id,
        ...(register && { cash_register: register.id }),
        ...(validity !== undefined && { validity }),
      },
      amount: total,
      tender: 'parts',
    });
  };
  return {
    /** undefined: not read yet. */
    isTaken: counter?.takes_cash,
    receipts: counter?.cash_receipts,
    isOpen: isOffered && draft.pane !== null,
    isInParts: draft.pane === 'parts',
    payInParts: (taken: number): void => inShift(() => payInParts(taken)),
    total,
    toPay,
    step,
    text,
    received,
    till,
    isShiftMissing,
    /** What was typed is no sum. */
    fault: parsed.fault === 'empty' ? undefined : parsed.fault,
    failure: draft.attempts.findLast(
      ({ tender, state, form: sent }) =>
        tender === (draft.pane ?? 'cash') && state === 'refused' && isSameSale(sent, draft.form),
    )?.failure,
    /** Why the shift was not opened. */
    openingFailure: isClosed ? opening.failure : undefined,
    openShift: (): void => openShift(counted),
    open: (pane: 'cash' | 'parts'): void => {
      if (!isOffered || sale.isBusy() || (pane === 'parts' && hasNone)) return;
      // The sums of the pane follow what is scanned; it takes no money before that is in the cart.
      if (!sale.isLooking && !sale.fillForCash()) return;
      // It may have been opened or closed in another window.
      void shift.refetch();
      store.show(pane);
    },
    close: (): void => {
      if (!sale.isBusy()) store.show(null);
    },
    type: (next: string): void => setTyped({ text: next, form: store.get().form }),
    typeTill: setTill,
    /** Enter: opens the shift, else takes what was typed. In parts its field has to have the focus: nothing is taken by default. */
    enter: (at: number): void => {
      if (at - enteredAt.current < BOUNCE_MS) return;
      enteredAt.current = at;
      if (isShiftMissing) openShift(counted);
      else if (draft.pane === 'cash' && (text === '' || received !== undefined)) inShift(() => pay(received));
    },
  };
};
export type CashPaneState = ReturnType<typeof useCashPane>;
