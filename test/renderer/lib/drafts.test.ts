import { expect, test, vi } from 'vitest';
import { draftStore } from '../../../renderer/lib/drafts.ts';

test('what was typed is there in the same breath, until it is saved or its user goes', () => {
  const listener = vi.fn();
  const end = draftStore.subscribe(listener);
  draftStore.set('name', 'Крам');
  draftStore.set('purpose', '');
  expect([draftStore.get('name'), draftStore.get('purpose')]).toEqual(['Крам', '']);
  draftStore.set('name', undefined);
  expect(draftStore.get('name')).toBeUndefined();
  draftStore.clear();
  expect(draftStore.get('purpose')).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(4);
  end();
  draftStore.clear();
  expect(listener).toHaveBeenCalledTimes(4);
});
