import { useGlobalKeys, useKeyDown } from '../../session/hotkeys.ts';

interface FormKeys {
  onSwitch(): void;
  onSubmit(): void;
  /** Where a digit goes that is typed at nothing. */
  focusDisplay(): void;
}

/** Keys that work wherever one is in the form, and when a click beside it has left the focus nowhere. */
export const useFormKeys = ({ onSwitch, onSubmit, focusDisplay }: FormKeys): void => {
  useGlobalKeys([
    ['F3', onSwitch],
    ['mod+Enter', onSubmit],
  ]);
  useKeyDown((event) => {
    // On <body>: the focus is nowhere. What is typed under an open dialog has its own target.
    if (event.target !== document.body || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
    if (/^[\d.,]$/u.test(event.key)) focusDisplay();
    else if (event.key === 'Enter') onSubmit();
  });
};
