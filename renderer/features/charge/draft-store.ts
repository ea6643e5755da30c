import * as v from 'valibot';
import { type Invoice, invoice } from '../../../shared/api/invoices.ts';
import type { Failure } from '../../api/failure.ts';
import { createStored, failed, revived, without } from '../../api/keyed-attempts.ts';
import { createStore } from '../../lib/create-store.ts';
import {
  type Attempt,
  attemptOf,
  attemptSchema,
  type FilledCharge,
  nextAttempt,
  withAttempt,
} from './attempts.ts';
import { EMPTY_FORM, type Form, type FormAction, formSchema, reduceForm } from './form.ts';

/**
 * One user's draft on the charge screen: it survives a change of screen, a reload and Back. It lives in sessionStorage,
 * as the session does: another tab serves another customer.
 */
const draftSchema = v.object({
  form: formSchema,
  attempts: v.array(attemptSchema),
  /** Ids of the invoices created here, newest first. */
  made: v.array(v.number()),
  /** The newest invoice with its form, to charge the same again. */
  last: v.nullable(v.object({ invoice, form: formSchema })),
  /** Sales in parts made here: the invoice of the rest, and the sale. */
  parts: v.optional(v.array(v.object({ invoice: v.number(), sale: v.number() })), []),
  /** The cart gives way to it; null: the cart is shown. */
  pane: v.optional(v.nullable(v.picklist(['cash', 'parts'])), null),
});
export type DraftState = v.InferOutput<typeof draftSchema>;

const EMPTY: DraftState = { form: EMPTY_FORM, attempts: [], made: [], last: null, parts: [], pane: null };
const MADE_KEPT = 20;

interface Ports {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  newKey(): string;
  now(): number;
}

const contentOf = (form: Form): string => JSON.stringify({ ...form, mode: '' });
/** Whether both are the same sale, whatever stands beside the cart. */
export const isSameSale = (one: Form, other: Form): boolean => contentOf(one) === contentOf(other);

/** What was sent of the sale in the form and has no outcome yet: until then the form stays as it is. */
export const openAttempt = ({ attempts, form }: DraftState): Attempt | undefined =>
  attempts.find((each) => each.state !== 'refused' && isSameSale(each.form, form));

export const createDraftStore = (name: string, { storage, newKey, now }: Ports) => {
  const stored = createStored(storage, `kramar.charge.${name}`, draftSchema);
  const kept = stored.read();
  const draft = createStore<DraftState>(kept ? { ...kept, attempts: revived(kept.attempts, now()) } : EMPTY);

  const update = (changes: Partial<DraftState>): void => {
    draft.set({ ...draft.get(), ...changes });
    stored.write(draft.get());
  };

  const find = (attemptKey: string) => draft.get().attempts.find((each) => each.key === attemptKey);

  return {
    get: draft.get,
    subscribe: draft.subscribe,
    fill: (action: FormAction): void => {
      const { form } = draft.get();
      // The other half of the screen may be looked at.
      if (action.type === 'mode' || !openAttempt(draft.get())) update({ form: reduceForm(form, action) });
    },
    /** Begins the next sale; the outcome of this one is found out meanwhile. */
    leave: (): void => update({ form: reduceForm(draft.get().form, { type: 'clear' }), pane: null }),
    replace: (form: Form, pane: DraftState['pane'] = null): void => update({ form, pane }),
    show: (pane: DraftState['pane']): void => update({ pane }),
    /** @returns the attempt to send; undefined while it is sent: one press, one request */
    begin: (filled: FilledCharge): { attempt: Attempt; was: Attempt['state'] | undefined } | undefined => {
      const { attempts } = draft.get();
      const was = attemptOf(attempts, filled.charge)?.state;
      if (was === 'sent') return undefined;
      const attempt = nextAttempt(attempts, filled, newKey, now());
      update({ attempts: withAttempt(attempts, attempt) });
      return { attempt, was };
    },
    /** It was not sent; the cart is shown. */
    withdraw: (attemptKey: string): void =>
      update({ attempts: without(draft.get().attempts, attemptKey), pane: null }),
    /** Clears the form unless it holds another sale by now. @param made undefined: sold for cash @returns whether it was this one */
    succeed: ({ key: attemptKey, form: sent }: Attempt, made?: Invoice): boolean => {
      const { form, attempts, made: before } = draft.get();
      const isSame = isSameSale(form, sent);
      update({
        attempts: without(attempts, attemptKey),
        ...(made && {
          made: [made.id, ...before.filter((id) => id !== made.id)].slice(0, MADE_KEPT),
          last: { invoice: made, form: sent },
        }),
        ...(isSame && { form: reduceForm(form, { type: 'clear' }), pane: null }),
      });
      return isSame;
    },
    keepParts: (invoice: number, sale: number): void =>
      update({ parts: [{ invoice, sale }, ...draft.get().parts].slice(0, MADE_KEPT) }),
    fail: (attemptKey: string, failure: Failure, was: Attempt['state'] | undefined): void => {
      const attempt = find(attemptKey);
      if (attempt) update({ attempts: withAttempt(draft.get().attempts, failed(attempt, failure, was)) });
    },
  };
};
export type DraftStore = ReturnType<typeof createDraftStore>;
