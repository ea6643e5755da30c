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
