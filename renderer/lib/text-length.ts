import * as v from 'valibot';
import { fieldsOf } from '../../shared/api/fields.ts';

/** Length in code points, as the service counts; `maxLength` and `length` count UTF-16 units. */
export const textLength = (text: string): number => [...text].length;

/** The first `max` code points. */
export const cutText = (text: string, max: number): string =>
  textLength(text) <= max ? text : [...text].slice(0, max).join('');

type Field = Pick<HTMLInputElement, 'value' | 'selectionEnd' | 'setSelectionRange'>;

/**
 * The field's text after input. Excess text is removed before the caret, where it was inserted, as `maxLength` does.
 */
export const limitField = (field: Field, max: number): string => {
  const excess = textLength(field.value) - max;
  if (excess <= 0) return field.value;
  const caret = field.selectionEnd ?? field.value.length;
  const before = [...field.value.slice(0, caret)];
  const kept = before.slice(0, Math.max(0, before.length - excess)).join('');
  field.value = cutText(kept + field.value.slice(caret), max);
  field.setSelectionRange(kept.length, kept.length);
  return field.value;
};

/** The longest text of a field, from its schema. @throws Error if the schema has no such limit */
export const maxLengthOf = (field: v.GenericSchema | undefined): number => {
  const inner = field && 'wrapped' in field ? (field.wrapped as v.GenericSchema) : field;
  const { maxLength } = (inner ? v.getMetadata(inner) : {}) as { maxLength?: number };
  if (maxLength === undefined) throw new Error('The field has no maximum length.');
  return maxLength;
};

/** The longest texts of a request's fields. */
export const maxLengthsOf = <Name extends string>(
  request: v.GenericSchema,
  names: readonly Name[],
): Record<Name, number> => {
  const { writable = {} } = fieldsOf(request) ?? {};
  return Object.fromEntries(
    names.map((name) => [name, maxLengthOf(writable[name] as v.GenericSchema | undefined)]),
  ) as Record<Name, number>;
};
