import * as v from 'valibot';
import { isSecretName, MASK, redact } from '../platform/log.ts';
import { UnreadableAnswer } from './errors.ts';
import type { Issues } from './informative.ts';

/** An unreadable field and the value that the bank sent, masked for logs and screens. */
export interface FieldFault {
  /** A dotted path; "" for the record as a whole. */
  field: string;
  value: string;
}

/** An unreadable element of a list whose other elements are readable. */
export interface UnreadableElement extends FieldFault {
  /** The raw element, for the fields that can be read nevertheless. */
  source: Readonly<Record<string, unknown>>;
  /** JSON with card numbers and secrets masked; null: too long to keep. */
  text: string | null;
}

const MAX_VALUE = 100;
const MAX_FIELD = 100;
/** A line of the bank's statement has about 500 characters. */
const MAX_ELEMENT = 8000;

/** 13 to 19 digits, possibly grouped: ISO/IEC 7812 card numbers. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,18}/g;

/** The check digit of ISO/IEC 7812; times in milliseconds and sums mostly fail it. */
export const passesLuhn = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0) %
    10 ===
  0;

const withoutCards = (text: string): string =>
  text.replace(LONG_NUMBER, (found) => {
    const digits = found.replace(/\D/g, '');
    return passesLuhn(digits) ? `${digits.slice(0, 6)}******${digits.slice(-4)}` : found;
  });

/** At most `length` characters. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** JSON without card numbers and secrets. */
const safeJson = (value: unknown, token: string): string =>
  withoutCards(JSON.stringify(redact(value, [token])));

/** A value from the bank, shortened and masked for people. */
export const shownValue = (value: unknown, token: string): string => {
  if (value === undefined) return 'absent';
  if (value instanceof Uint8Array) return 'binary data';
  return shortened(safeJson(value, token), MAX_VALUE);
};

const faultOf = ([issue]: Issues, token: string): FieldFault => {
  const field = v.getDotPath(issue) ?? '';
  const isSecret = isSecretName(field.split('.').at(-1) ?? '');
  return { field: shortened(field, MAX_FIELD), value: isSecret ? MASK : shownValue(issue.input, token) };
};

/** A JSON answer that contradicts the bank's documentation. */
export const unreadable = (path: string, issues: Issues, token: string): UnreadableAnswer =>
  new UnreadableAnswer(path, faultOf(issues, token));

export const unreadableElement = (element: unknown, issues: Issues, token: string): UnreadableElement => {
  const text = safeJson(element, token) ?? 'null';
  const isObject = typeof element === 'object' && element !== null;
  return {
    ...faultOf(issues, token),
    source: isObject ? { ...element } : {},
    text: text.length > MAX_ELEMENT ? null : text,
  };
};

/** A field of an answer that only informs and could not be read. */
export interface IgnoredField extends FieldFault {
  /** Of the request. */
  path: string;
  /** The same field was ignored before. */
  isKnown: boolean;
}

/** Reports each ignored field; `isKnown` keeps one that the bank sends with every answer from filling the log. */
export const reportIgnored = (report: ((field: IgnoredField) => void) | undefined) => {
  const known = new Set<string>();
  return (path: string, issues: readonly v.BaseIssue<unknown>[], token: string): void => {
    for (const issue of issues) {
      const fault = faultOf([issue], token);
      // A position in a list names no other field.
      const name = `${path} ${fault.field.replaceAll(/\b\d+\b/g, '*')}`;
      report?.({ ...fault, path, isKnown: known.has(name) });
      known.add(name);
    }
  };
};
