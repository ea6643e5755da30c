import { parseScaled } from '../../shared/money.ts';

/** A typed decimal (`1,5`, `1.5`, ` 12 % `) as an integer scaled by 10^scale; undefined when it is none. */
export const readScaled = (typed: string, scale: number): number | undefined => {
  const text = typed.replace(/%\s*$/u, '').trim().replace(',', '.');
  if (!/^\d+(?:\.\d*)?$/u.test(text)) return undefined;
  const scaled = parseScaled(text, scale);
  return typeof scaled === 'bigint' && scaled <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(scaled) : undefined;
};

/** 1500, 3 → `1,5`; as it is typed, so that it can be edited. @param comma what stands before the decimals */
export const formatScaled = (value: number, scale: number, comma: ',' | '.' = ','): string => {
  const digits = String(value).padStart(scale + 1, '0');
  const decimals = digits.slice(-scale).replace(/0+$/u, '');
  return decimals === '' ? digits.slice(0, -scale) : `${digits.slice(0, -scale)}${comma}${decimals}`;
};
