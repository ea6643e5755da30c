import { el, hush, type Say, say } from './dom.ts';

/** A place for what has to be told: read out by screen readers when filled, gone from the page when empty. */
export function messagePlace(urgency: 'alert' | 'status' = 'alert') {
  const element = el('p', { class: 'message', role: urgency });
  return {
    element,
    show(text: Say): void {
      say(element, text);
    },
    clear(): void {
      hush(element);
    },
  };
}
