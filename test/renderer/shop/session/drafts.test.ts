import { expect, test, vi } from 'vitest';
import { draftStore } from '../../../../renderer/shop/session/drafts.ts';
import { endUser } from '../../../../renderer/shop/session/user-change.ts';

test('a draft is there at once, until it is saved or its user signs out', () => {
  const listener = vi.fn();
  const end = draftStore.subscribe(listener);
  draftStore.set('name', 'Крам');
  draftStore.set('purpose', '');
  expect([draftStore.get('name'), draftStore.get('purpose')]).toEqual(['Крам', '']);
  draftStore.set('name', undefined);
  expect(draftStore.get('name')).toBeUndefined();
  endUser();
  expect(draftStore.get('purpose')).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(4);
  end();
  endUser();
  expect(listener).toHaveBeenCalledTimes(4);
});
