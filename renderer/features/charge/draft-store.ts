import * as v from 'valibot';
import { type Invoice, invoice } from '../../../shared/api/invoices.ts';
import type { Failure } from '../../data/failure.ts';
import { createStored, failed, revived, without } from '../../data/keyed-attempts.ts';
import { createStore } from '../../lib/create-store.ts';
import { type Attempt, attemptOf, attemptSchema, type Filled, nextAttempt, withAttempt } from './attempts.ts';
import { EMPTY_FORM, type Form, type FormAction, formSchema, reduceForm } from './form.ts';

/**
 * What one user has on the charge screen: it outlives the screen, a reload and an accidental Back. It lives in
 * sessionStorage, as the session does: another tab is another customer.
 */
const deskSchema = v.object({
  form: formSchema,
  attempts: v.array(attemptSchema),
  /** Ids of the invoices that were made here, newest first. */
  made: v.array(v.number()),
  /** The newest of them as it was created, and what it was filled in as: for the same again. */
  last: v.nullable(v.object({ invoice, form: formSchema })),
});
export type DeskState = v.InferOutput<typeof deskSchema>;

const EMPTY: DeskState = { form: EMPTY_FORM, attempts: [], made: [], last: null };
const MADE_KEPT = 20;

interface Ports {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  newKey(): string;
  now(): number;
}

export const isBusy = ({ attempts }: DeskState): boolean => attempts.some(({ state }) => state === 'sent');

export const createDeskStore = (name: string, { storage, newKey, now }: Ports) => {
  const stored = createStored(storage, `kramar.charge.${name}`, deskSchema);
  const kept = stored.read();
  const desk = createStore<DeskState>(kept ? { ...kept, attempts: revived(kept.attempts, now()) } : EMPTY);

  const become = (changes: Partial<DeskState>): void => {
    desk.set({ ...desk.get(), ...changes });
    stored.write(desk.get());
  };

  const find = (attemptKey: string) => desk.get().attempts.find((each) => each.key === attemptKey);

  return {
    get: desk.get,
    subscribe: desk.subscribe,
    fill: (action: FormAction): void => become({ form: reduceForm(desk.get().form, action) }),
    replace: (form: Form): void => become({ form }),
    /** @returns the attempt to send; undefined while another is under way: one press, one request */
    begin: (filled: Filled): { attempt: Attempt; was: Attempt['state'] | undefined } | undefined => {
      const { attempts } = desk.get();
      if (isBusy(desk.get())) return undefined;
      const was = attemptOf(attempts, filled.charge)?.state;
      const attempt = nextAttempt(attempts, filled, newKey, now());
      become({ attempts: withAttempt(attempts, attempt) });
      return { attempt, was };
    },
    /** The form is cleared if it is what was sent; what was typed meanwhile stays. */
    succeed: ({ key: attemptKey, form: sent }: Attempt, made: Invoice): void => {
      const { form, attempts, made: before } = desk.get();
      const isSame = JSON.stringify(form) === JSON.stringify(sent);
      become({
        attempts: without(attempts, attemptKey),
        made: [made.id, ...before.filter((id) => id !== made.id)].slice(0, MADE_KEPT),
        last: { invoice: made, form: sent },
        form: isSame ? reduceForm(form, { type: 'clear' }) : form,
      });
    },
    fail: (attemptKey: string, failure: Failure, was: Attempt['state'] | undefined): void => {
      const attempt = find(attemptKey);
      if (attempt) become({ attempts: withAttempt(desk.get().attempts, failed(attempt, failure, was)) });
    },
    /** No longer asks about it. If there is an invoice of it, the service finds it by itself. */
    drop: (attemptKey: string): void => become({ attempts: without(desk.get().attempts, attemptKey) }),
  };
};
export type DeskStore = ReturnType<typeof createDeskStore>;
