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
});
export type DraftState = v.InferOutput<typeof draftSchema>;

const EMPTY: DraftState = { form: EMPTY_FORM, attempts: [], made: [], last: null };
const MADE_KEPT = 20;

interface Ports {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  newKey(): string;
  now(): number;
}

export const isBusy = ({ attempts }: DraftState): boolean => attempts.some(({ state }) => state === 'sent');

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
    fill: (action: FormAction): void => update({ form: reduceForm(draft.get().form, action) }),
    replace: (form: Form): void => update({ form }),
    /** @returns the attempt to send; undefined while another is sent: one press, one request */
    begin: (filled: FilledCharge): { attempt: Attempt; was: Attempt['state'] | undefined } | undefined => {
      const { attempts } = draft.get();
      if (isBusy(draft.get())) return undefined;
      const was = attemptOf(attempts, filled.charge)?.state;
      const attempt = nextAttempt(attempts, filled, newKey, now());
      update({ attempts: withAttempt(attempts, attempt) });
      return { attempt, was };
    },
    /** Clears the form unless it has changed since. */
    succeed: ({ key: attemptKey, form: sent }: Attempt, made: Invoice): void => {
      const { form, attempts, made: before } = draft.get();
      const isSame = JSON.stringify(form) === JSON.stringify(sent);
      update({
        attempts: without(attempts, attemptKey),
        made: [made.id, ...before.filter((id) => id !== made.id)].slice(0, MADE_KEPT),
        last: { invoice: made, form: sent },
        form: isSame ? reduceForm(form, { type: 'clear' }) : form,
      });
    },
    fail: (attemptKey: string, failure: Failure, was: Attempt['state'] | undefined): void => {
      const attempt = find(attemptKey);
      if (attempt) update({ attempts: withAttempt(draft.get().attempts, failed(attempt, failure, was)) });
    },
    /** Dismisses the attempt. If its invoice exists, the service finds it. */
    drop: (attemptKey: string): void => update({ attempts: without(draft.get().attempts, attemptKey) }),
  };
};
export type DraftStore = ReturnType<typeof createDraftStore>;
