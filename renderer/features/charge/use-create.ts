import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { failureOf } from '../../api/failure.ts';
import { invalidate } from '../../api/keys.ts';
import { createInvoice } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { invoiceQuery } from '../../api/queries.ts';
import type { FilledCharge } from './attempts.ts';
import { useChargeDraft } from './use-charge-draft.ts';

/** The answer to a repeated request may be hours old: it is shown at once and refetched. */
const STALE = { updatedAt: 1 };

/** Creates the invoice, and opens it if the screen is still mounted. Never throws. */
export const useCreate = (): ((filled: FilledCharge) => Promise<void>) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { store } = useChargeDraft();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  return async (filled) => {
    const begun = store.begin(filled);
    if (!begun) return;
    const { attempt, was } = begun;
    try {
      const made = await createInvoice(attempt.charge, attempt.key);
      putData(queries, invoiceQuery(made.id).queryKey, made, STALE);
      store.succeed(attempt, made);
      // The sale ended its cart.
      if (attempt.form.cart !== undefined) void invalidate(queries, 'cart');
      if (isHere.current) void navigate({ to: '/charge', search: { invoice: made.id } });
    } catch (error) {
      store.fail(attempt.key, failureOf(error), was);
    }
  };
};
