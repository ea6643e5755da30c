import fc from 'fast-check';

/** A half of a surrogate pair is no character. */
const isWhole = (point: number): boolean => point < 0xd800 || point > 0xdfff;

/**
 * Any character, as the unit of a text. fast-check's own unit `binary` makes a table of all 1.1 million of them first,
 * which takes 0.8 s of the processor in each worker.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0xff), fc.nat(0xffff), fc.nat(0x10_ffff))
  .filter(isWhole)
  .map((point) => String.fromCodePoint(point));
