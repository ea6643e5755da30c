import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

interface FormKeys {
  onSwitch(): void;
  onSubmit(): void;
  /** Where a digit goes that is typed at nothing. */
  focusDisplay(): void;
}

const EVERYWHERE: string[] = [];

/** Keys that work wherever one is in the form, and when a click beside it has left the focus nowhere. */
export const useFormKeys = (keys: FormKeys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useHotkeys(
    [
      ['F3', keys.onSwitch],
      ['mod+Enter', keys.onSubmit],
    ],
    EVERYWHERE,
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // On <body>: the focus is nowhere. What is typed under an open dialog has its own target.
      if (event.target !== document.body || event.ctrlKey || event.altKey || event.metaKey) return;
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
      if (/^[\d.,]$/u.test(event.key)) latest.current.focusDisplay();
      else if (event.key === 'Enter') latest.current.onSubmit();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
};
