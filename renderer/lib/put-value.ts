/** Gives a field a value as keys do, so that React hears of it. */
export const putValue = (field: HTMLInputElement | HTMLTextAreaElement, value: string): void => {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // React overrides the property of the element itself.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
