import { expect, test } from 'vitest';
import { timeZones } from '../../../../renderer/features/settings/time-zones.ts';

const names = (set: string) => timeZones(set, 'Київ').map(({ value }) => value);

test('Kyiv is the first, by one name', () => {
  expect(timeZones('Europe/Kyiv', 'Київ')[0]).toEqual({ value: 'Europe/Kyiv', label: 'Київ' });
  expect(names('Europe/Kyiv').filter((name) => /Ki?y?[ie]v/.test(name))).toEqual(['Europe/Kyiv']);
});

test('each is there once, the current one among them even if this browser does not know it', () => {
  for (const set of ['Europe/Kyiv', 'Europe/Warsaw', 'Asia/Somewhere_New', '']) {
    const all = names(set);
    expect(new Set(all).size).toBe(all.length);
    if (set !== '') expect(all).toContain(set);
  }
  expect(timeZones('Asia/Somewhere_New', 'Київ')[1]?.label).toBe('Asia/Somewhere New');
});
