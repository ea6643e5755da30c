/** How a cell's content is written in a sheet: ECMA-376, part 1, 18.3.1.4 and 18.18.11. */

/** What Excel itself keeps of a number, and shows: 12.300000000000001 was typed as 12.3. */
const DIGITS = 15;

/** A number as it is typed: without an exponent, and without what arithmetic left at its end. */
const typedNumber = (value: string): string => {
  const number = Number(Number(value).toPrecision(DIGITS));
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const text = String(number);
  if (!text.includes('e')) return text;
  return number.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: DIGITS });
};

/** `_x000D_` is how a text holds what XML cannot (18.18.94, ST_Xstring). */
export const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** `AB12` → 27; undefined where it names no cell. */
export const columnOf = (place: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

/** A cell's content as text. */
export const cellText = (type: string, value: string, shared: readonly string[]): string => {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
  if (type === 'inlineStr' || type === 'str') return plainText(value);
  // Of a fault (#N/A) and of a date what stands there.
  return type === 'n' ? typedNumber(value) : value;
};
