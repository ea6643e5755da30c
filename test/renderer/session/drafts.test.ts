import { expect, test, vi } from 'vitest';
import { draftStore } from '../../../renderer/session/drafts.ts';
import { endUser } from '../../../renderer/session/user-change.ts';

test('what was typed is there in the same breath, until it is saved or its user goes', () => {
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
