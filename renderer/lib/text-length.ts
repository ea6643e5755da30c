/** Lengths as the service counts them: in code points, of which `maxLength` and `length` count some as two. */
export const textLength = (text: string): number => [...text].length;

/** The first `most` of a text. */
export const cutText = (text: string, most: number): string =>
  textLength(text) <= most ? text : [...text].slice(0, most).join('');

/** A part of an input element: what a text is typed into. */
type Field = Pick<HTMLInputElement, 'value' | 'selectionEnd' | 'setSelectionRange'>;

/**
 * What a field holds after somebody typed or pasted into it. What has no room is taken out before the caret, where it
 * was put in, as `maxLength` does.
 */
export const limitField = (field: Field, most: number): string => {
  const excess = textLength(field.value) - most;
  if (excess <= 0) return field.value;
  const caret = field.selectionEnd ?? field.value.length;
  const before = [...field.value.slice(0, caret)];
  const kept = before.slice(0, Math.max(0, before.length - excess)).join('');
  field.value = cutText(kept + field.value.slice(caret), most);
  field.setSelectionRange(kept.length, kept.length);
  return field.value;
};
