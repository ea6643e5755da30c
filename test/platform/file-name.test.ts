import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachment, safeFileName } from '../../main/platform/file-name.ts';
import { anyCharacter } from '../helpers/any-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.constantFrom('../', '..\\', '"', '\r\n', '\0', 'Ї', '\u202e', "'", ';', '.', 'a'))
    .map((parts) => parts.join('')),
);

test('whatever the text is, the name is one safe file name', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = safeFileName(text);
      expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u);
      expect(name).not.toContain('..');
      expect([...name].length).toBeLessThanOrEqual(100);
    }),
  );
});

test('whatever the name is, the header is one value, and the file keeps its own name', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const header = attachment(text);
      expect(header).toMatch(/^attachment; filename="[\w.-]+"(; filename\*=UTF-8''[\w.%~!-]+)?$/);
      const [, utf8] = /filename\*=UTF-8''(.+)$/.exec(header) ?? [];
      if (utf8 !== undefined) expect(decodeURIComponent(utf8)).toBe(safeFileName(text));
    }),
  );
  expect(attachment('kramar-2026-10-12345678.zip')).toBe(
    'attachment; filename="kramar-2026-10-12345678.zip"',
  );
});
