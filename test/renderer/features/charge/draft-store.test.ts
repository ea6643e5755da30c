import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../renderer/api/failure.ts';
import { chargeOf } from '../../../../renderer/features/charge/charge-of.ts';
import { createDraftStore, openAttempt } from '../../../../renderer/features/charge/draft-store.ts';
import type { Form } from '../../../../renderer/features/charge/form.ts';
import { invoice } from '../../../../shared/api/invoices.ts';
import { sample } from '../../../helpers/sample.ts';

const open = (storage: Storage = memory(), now = () => 1000) => {
  let keys = 0;
  return createDraftStore('olena', { storage, newKey: () => `key-${++keys}-${Math.random()}`, now });
};

const memory = (): Storage => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Partial<Storage> as Storage;
};

type Desk = ReturnType<typeof open>;

const filled = (form: Form) => {
  const read = chargeOf(form, { terminal: 1, cashRegister: null });
  if ('faults' in read) throw new Error('The form is not filled in.');
  return { ...read, form };
};

/** A sale under way stays as it is: something else is the next one. */
const type = (draft: Desk, amount: string) => {
  if (openAttempt(draft.get())) draft.leave();
  draft.fill({ type: 'amount', amount });
  return filled(draft.get().form);
};

const press = (draft: Desk) => {
  const begun = draft.begin(filled(draft.get().form));
  if (!begun) throw new Error('Another is under way.');
  return begun;
};

const pressAndFail = (draft: Desk, failure: Failure) => {
  const { attempt, was } = press(draft);
  draft.fail(attempt.key, failure, was);
  return attempt.key;
};

const TIMEOUT: Failure = { kind: 'bank', code: 'TIMEOUT', words: '' };
const REFUSED: Failure = { kind: 'bank', code: 'BAD_REQUEST', words: '' };

const INVOICE = sample(invoice, { id: 5 });

describe('one key for one filled form', () => {
  test('pressed again after any failure, the key is the same', () => {
    const draft = open();
    type(draft, '340');
    const failures: Failure[] = [
      TIMEOUT,
      REFUSED,
      { kind: 'session' },
      { kind: 'throttled', seconds: 3 },
      { kind: 'unreachable' },
    ];
    expect(new Set(failures.map((failure) => pressAndFail(draft, failure))).size).toBe(1);
  });

  test('the same amount in another notation is the same content', () => {
    const draft = open();
    type(draft, '340');
    const key = pressAndFail(draft, TIMEOUT);
    type(draft, '340,00');
    expect(press(draft).attempt.key).toBe(key);
  });

  test('another content has another key, and the first one comes back with its content', () => {
    const draft = open();
    type(draft, '340');
    const first = pressAndFail(draft, TIMEOUT);
    type(draft, '341');
    expect(pressAndFail(draft, TIMEOUT)).not.toBe(first);
    type(draft, '340');
    expect(press(draft).attempt.key).toBe(first);
  });

  test('nothing changes a sale that was sent, but the half of the screen beside it', () => {
    const draft = open();
    type(draft, '340');
    press(draft);
    draft.fill({ type: 'amount', amount: '1' });
    draft.fill({ type: 'clear' });
    expect(draft.get().form.amount).toBe('340');
    draft.fill({ type: 'mode', mode: 'lines' });
    expect(draft.get().form).toMatchObject({ amount: '340', mode: 'lines' });
    expect(openAttempt(draft.get())?.state).toBe('sent');
  });

  test('a second press while the first is under way does nothing', () => {
    const draft = open();
    const form = type(draft, '340');
    expect(draft.begin(form)).toBeDefined();
    expect(draft.begin(form)).toBeUndefined();
    expect(openAttempt(draft.get())?.state).toBe('sent');
  });

  test('after success the same content is a new invoice', () => {
    const draft = open();
    type(draft, '340');
    const { attempt } = press(draft);
    draft.succeed(attempt, INVOICE);
    type(draft, '340');
    expect(press(draft).attempt.key).not.toBe(attempt.key);
  });
});

describe('an unknown outcome', () => {
  test('differs from a refusal', () => {
    const draft = open();
    type(draft, '340');
    pressAndFail(draft, REFUSED);
    expect(draft.get().attempts[0]?.state).toBe('refused');
    pressAndFail(draft, TIMEOUT);
    expect(draft.get().attempts[0]?.state).toBe('unknown');
  });

  test('stays unknown when the next try never reached the bank', () => {
    const draft = open();
    type(draft, '340');
    pressAndFail(draft, TIMEOUT);
    pressAndFail(draft, { kind: 'session' });
    expect(draft.get().attempts[0]?.state).toBe('unknown');
  });

  test('survives a reload in the middle of the request, with its key', () => {
    const storage = memory();
    const draft = open(storage);
    type(draft, '340');
    const { attempt } = press(draft);
    const again = open(storage);
    expect(again.get()).toMatchObject({
      form: { amount: '340' },
      attempts: [{ key: attempt.key, state: 'unknown' }],
    });
    expect(press(again).attempt.key).toBe(attempt.key);
  });

  test('is given up after a day: the service has forgotten the key', () => {
    const storage = memory();
    const draft = open(storage);
    type(draft, '340');
    pressAndFail(draft, TIMEOUT);
    expect(open(storage, () => 1000 + 25 * 3_600_000).get().attempts).toEqual([]);
  });

  test('is never displaced by refusals', () => {
    const draft = open();
    type(draft, '1');
    const unknown = pressAndFail(draft, TIMEOUT);
    for (let amount = 2; amount < 20; amount++) {
      type(draft, String(amount));
      pressAndFail(draft, REFUSED);
    }
    expect(draft.get().attempts.some(({ key }) => key === unknown)).toBe(true);
    expect(draft.get().attempts.length).toBeLessThan(10);
  });
});

describe('after creation', () => {
  test('the form is cleared, and remembered for the same again', () => {
    const draft = open();
    const { form } = type(draft, '340');
    draft.succeed(press(draft).attempt, INVOICE);
    expect(draft.get()).toMatchObject({ form: { amount: '' }, made: [5], last: { form }, attempts: [] });
  });

  test('text typed while it was under way stays', () => {
    const draft = open();
    type(draft, '340');
    const { attempt } = press(draft);
    type(draft, '50');
    draft.succeed(attempt, INVOICE);
    expect(draft.get().form.amount).toBe('50');
  });
});

test('data stored by another version, or broken, is ignored', () => {
  const storage = memory();
  storage.setItem('kramar.charge.olena', '{"form":{"mode":"other"}}');
  expect(open(storage).get().form.amount).toBe('');
  storage.setItem('kramar.charge.olena', '{');
  expect(open(storage).get().form.amount).toBe('');
});

test('each user has their own', () => {
  const storage = memory();
  type(open(storage), '340');
  const other = createDraftStore('petro', { storage, newKey: () => 'k', now: () => 0 });
  expect(other.get().form.amount).toBe('');
});
