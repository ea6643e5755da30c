import fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer, Refusal } from './client.ts';

const JUNK = [
  '"',
  '\u0000',
  '=1+1',
  '9'.repeat(400),
  '1,234',
  '$',
  '\uFFFD',
  ';;;;',
  '-5',
  'х'.repeat(300),
] as const;

interface Files {
  texts: readonly string[];
  book: Buffer;
}

/** Files as a broken copy or a wrong cell leaves them: a text cut off or with another cell, a workbook cut off or with another byte. */
const damagedFile = ({ texts, book }: Files): fc.Arbitrary<Buffer> => {
  const cut = fc
    .tuple(fc.constantFrom(...texts), fc.nat(400))
    .map(([text, at]) => Buffer.from(text).subarray(0, 1 + at));
  const replaced = fc
    .tuple(fc.constantFrom(...texts), fc.nat(40), fc.constantFrom(...JUNK))
    .map(([text, at, cell]) => {
      const parts = text.split(/([;,\n])/);
      parts[(2 * at) % parts.length] = cell;
      return Buffer.from(parts.join(''));
    });
  const damaged = fc.tuple(fc.nat(book.length - 1), fc.option(fc.nat(255))).map(([at, byte]) => {
    const bytes = Buffer.from(book);
    if (byte === null) return bytes.subarray(0, at);
    bytes[at] = byte;
    return bytes;
  });
  return fc.oneof(cut, replaced, damaged);
};

/** Each damaged file is read, or refused in whole sentences. @param send sends a file and asserts that it left no trace */
export const expectReadOrRefused = (
  files: Files,
  send: (file: Buffer) => Promise<Answer<Partial<Refusal>>>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(damagedFile(files), async (file) => {
      const answer = await send(file);
      expect([200, 400], answer.text).toContain(answer.status);
      if (answer.status === 200) return;
      const messages = Object.values(answer.body.errors ?? {}).flat();
      expect(messages.length).toBeGreaterThan(0);
      for (const message of messages) expect(message).toMatch(/^[A-Z"].+[.!?]$/su);
    }),
    { numRuns: 20 },
  );
