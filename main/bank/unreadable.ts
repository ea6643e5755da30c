import * as v from 'valibot';
import { isSecretName, MASK, redact } from '../platform/log.ts';
import { UnreadableAnswer } from './errors.ts';

/** The field that could not be read, and what the bank sent in it: fit for logs and screens. */
export interface FieldFault {
  /** A dotted path; "" when it is the record as a whole. */
  field: string;
  value: string;
}

/** An element of a list that could not be read, while its neighbours could. */
export interface UnreadableElement extends FieldFault {
  /** As it came, for the fields that can be read nevertheless. */
  source: Readonly<Record<string, unknown>>;
  /** JSON, card numbers and secrets masked; null: too long to be kept. */
  text: string | null;
}

export type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

const MAX_VALUE = 100;
const MAX_FIELD = 100;
/** A statement line of the bank has about 500 characters. */
const MAX_ELEMENT = 8000;

/** 13 to 19 digits, perhaps in groups: ISO/IEC 7812 card numbers. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,18}/g;

/** The check digit of ISO/IEC 7812, which a time in milliseconds or a sum mostly lacks. */
const passesLuhn = (digits: string): boolean =>
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

const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** JSON without card numbers and secrets. */
const safeJson = (value: unknown, token: string): string =>
  withoutCards(JSON.stringify(redact(value, [token])));

/** A value of the bank as it is shown to people. */
export const shownValue = (value: unknown, token: string): string => {
  if (value === undefined) return 'absent';
  if (value instanceof Uint8Array) return 'binary data';
  return shortened(safeJson(value, token), MAX_VALUE);
};

const faultOf = ([issue]: Issues, token: string): FieldFault => {
  const field = v.getDotPath(issue) ?? '';
  const isSecret = isSecretName(field.split('.').at(-1) ?? '');
  return {
    field: shortened(field, MAX_FIELD),
    value: isSecret ? MASK : shownValue(issue.input, token),
  };
};

/** A JSON answer that is not what the bank's documentation promises. */
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
