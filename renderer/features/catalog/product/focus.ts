/** What is wrong may be out of sight. */
export const focusFault = (form: Element): void => {
  // Once it is drawn as such.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
};
