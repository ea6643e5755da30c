import { expect, test } from 'vitest';
import { formatSize } from '../../shared/size.ts';

test.each([
  [0, '1 кБ', '1 kB'],
  [999, '1 кБ', '1 kB'],
  [180_224, '180 кБ', '180 kB'],
  [1_250_000, '1,3 МБ', '1.3 MB'],
  [93_000_000, '93 МБ', '93 MB'],
  [2_500_000_000, '2,5 ГБ', '2.5 GB'],
])('%i bytes', (bytes, uk, en) => {
  const plain = (text: string) => text.replaceAll(/\s/gu, ' ');
  expect(plain(formatSize(bytes, 'uk'))).toBe(uk);
  expect(plain(formatSize(bytes, 'en'))).toBe(en);
});
