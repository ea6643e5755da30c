/** Lengths as the service counts them: in code points, of which `maxLength` and `length` count some as two. */
export const textLength = (text: string): number => [...text].length;

/** The first `most` of a text. */
export const cutText = (text: string, max: number): string =>
  textLength(text) <= max ? text : [...text].slice(0, max).join('');

/** A part of an input element: what a text is typed into. */
type Field = Pick<HTMLInputElement, 'value' | 'selectionEnd' | 'setSelectionRange'>;

/**
 * What a field holds after somebody typed or pasted into it. What has no room is taken out before the caret, where it
 * was put in, as `maxLength` does.
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
