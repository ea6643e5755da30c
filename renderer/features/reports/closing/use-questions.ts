import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useScreenKeys } from '../../../shop/session/hotkeys.ts';

/** What is asked, marked at what answers it without doing anything that cannot be taken back. */
export const QUESTION = { 'data-question': true } as const;

/** Whether a key concerns the page, not its frame or a dialog over it. */
const isOnPage = ({ target }: Event): boolean =>
  target === document.body || (target instanceof Element && target.closest('main') !== null);

/**
 * The closing of a day by keyboard: the focus stands on the first open question, from an answered one it goes on to the
 * next and at last to the button; Ctrl Enter closes from anywhere on the page.
 * @param isDiffering a difference is confirmed with Ctrl: a hasty Enter closes nothing
 */
export const useQuestions = (form: RefObject<HTMLFormElement | null>, isDiffering: boolean) => {
  const count = useRef(-1);
  const placed = useRef<Element>(null);
  // After each render: questions come with what is read, and go with their answers.
  useEffect(() => {
    const asked = form.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [];
    if (asked.length === count.current) return;
    const isFirst = count.current === -1;
    count.current = asked.length;
    const { activeElement } = document;
    // Whoever went elsewhere stays there.
    if (!isFirst && activeElement !== document.body && activeElement !== placed.current) return;
    placed.current = asked[0] ?? form.current?.querySelector('[type="submit"]') ?? null;
    if (placed.current instanceof HTMLElement) placed.current.focus();
  });
  useScreenKeys([
    [
      'mod+Enter',
      (event) => {
        if (isOnPage(event)) form.current?.requestSubmit();
      },
    ],
  ]);
  return (event: KeyboardEvent<HTMLFormElement>): void => {
    const { target } = event;
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(target instanceof HTMLInputElement))
      return;
    const isAsked = target.type === 'checkbox' && target.matches('[data-question]');
    if (isAsked) target.click();
    if (isAsked || isDiffering) event.preventDefault();
  };
};
