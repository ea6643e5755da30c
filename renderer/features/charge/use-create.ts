import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { failureOf } from '../../api/failure.ts';
import { invalidate } from '../../api/keys.ts';
import { useEvents } from '../../api/live-provider.tsx';
import { type CashCharge, type Charge, createInvoice, sellForCash } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { cashSaleQuery, invoiceQuery } from '../../api/queries.ts';
import { useToast } from '../../kit/use-toast.ts';
import { isLocked } from '../../shop/session/hotkeys.ts';
import type { Attempt, FilledCharge } from './attempts.ts';
import { isSameSale } from './draft-store.ts';
import { useChargeDraft } from './use-charge-draft.ts';

/** The answer to a repeated request may be hours old: it is shown at once and refetched. */
const STALE = { updatedAt: 1 };

/** Sends an attempt, and opens its QR where its sale is still the present one. Never throws. */
const useSend = (): ((
  attempt: Attempt,
  was: Attempt['state'] | undefined,
  approval?: string,
) => Promise<void>) => {
  const { t } = useTranslation('charge');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const { store } = useChargeDraft();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const go = (search: { invoice: number } | { cash: number }): void =>
    void navigate({ to: '/charge', search });

  const madeText = (of: 'cash' | 'doubt', { amount }: Attempt): string =>
    t(`${of}.made`, { amount: formatAmount(amount) });
  const sellCash = async (attempt: Attempt, approval?: string): Promise<void> => {
    const sold = await sellForCash(attempt.charge as CashCharge, attempt.key, approval);
    putData(queries, cashSaleQuery(sold.id).queryKey, sold);
    const isPresent = store.succeed(attempt);
    const qr = sold.qr?.invoice;
    if (qr) store.keepParts(qr, sold.id);
    if (isPresent && isHere.current) go(qr ? { invoice: qr } : { cash: sold.id });
    else toast.success(madeText('cash', attempt));
  };
  const sellByQr = async (attempt: Attempt, approval?: string): Promise<void> => {
    const made = await createInvoice(attempt.charge as Charge, attempt.key, approval);
    putData(queries, invoiceQuery(made.id).queryKey, made, STALE);
    const isPresent = store.succeed(attempt, made);
    if (isPresent && isHere.current) go({ invoice: made.id });
    else toast.success(madeText('doubt', attempt));
  };

  return async (attempt, was, approval) => {
    const isByQr = attempt.tender === 'qr';
    try {
      await (isByQr ? sellByQr : sellCash)(attempt, approval);
    } catch (error) {
      store.fail(attempt.key, failureOf(error), was);
      const { attempts, form } = store.get();
      const isRefused = attempts.some(({ key, state }) => key === attempt.key && state === 'refused');
      if (isRefused && !isSameSale(attempt.form, form)) toast.error(error);
    } finally {
      // No event says so.
      if (!isByQr) void invalidate(queries, 'shift');
      // The sale ended its cart.
      if (attempt.form.cart !== undefined) void invalidate(queries, 'cart');
    }
  };
};

interface CreateOptions {
  /** Token of a second person's approval, where the sale needs one. */
  approval?: string;
  /** Whether a price is no longer what the seller saw: then nothing is sold. */
  isChangedNow?(): Promise<boolean>;
}

/** Creates the invoice of a filled form, which stays as it is from now on. Never throws. */
export const useCreate = (): ((filled: FilledCharge, options: CreateOptions) => Promise<void>) => {
  const { store } = useChargeDraft();
  const send = useSend();
  return async (filled, { approval, isChangedNow }) => {
    const begun = store.begin(filled);
    if (!begun) return;
    if (await isChangedNow?.()) store.withdraw(begun.attempt.key);
    else await send(begun.attempt, begun.was, approval);
  };
};

const FIRST_GAP_MS = 1000;
/** Each repetition is a request to the bank. */
const LONGEST_GAP_MS = 15_000;

/**
 * Finds out what became of sales whose answer was lost: each request is repeated under its own key, so that there is one
 * invoice. At once when the bank answers again or the service has found out; else after ever longer pauses.
 */
export const useSettling = (): void => {
  const { draft, store } = useChargeDraft();
  const send = useSend();
  const look = useRef<() => void>(undefined);
  const settleAll = useEffectEvent(async (): Promise<void> => {
    for (const attempt of store.get().attempts)
      if (attempt.state === 'unknown' && !isLocked()) await send(attempt, 'unknown');
  });
  const isAny = draft.attempts.some(({ state }) => state === 'unknown');
  useEffect(() => {
    if (!isAny) return;
    let gap = FIRST_GAP_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    let running: Promise<void> | undefined;
    const round = async (): Promise<void> => {
      clearTimeout(timer);
      running = settleAll();
      await running;
      running = undefined;
      if (!isEnded) timer = setTimeout(() => void round(), gap);
      gap = Math.min(LONGEST_GAP_MS, gap * 2);
    };
    look.current = () => {
      gap = FIRST_GAP_MS;
      if (!running) void round();
    };
    timer = setTimeout(() => void round(), gap);
    return () => {
      isEnded = true;
      look.current = undefined;
      clearTimeout(timer);
    };
  }, [isAny]);
  useEvents(({ type }) => {
    if (type === 'bank.reachable' || type === 'attempt.settled') look.current?.();
  });
};
