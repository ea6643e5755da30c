import type { Invoice } from './api.ts';
import { el, type Say } from './dom.ts';

/** A status in colour and in words; one that this page does not know yet is shown in the server's words. */
export function statusChip({ status, status_display }: Invoice): HTMLElement {
  return el('span', { class: `chip ${status}` }, (t) => t.statuses[status] ?? status_display);
}

/** The link to the payment page: always a new tab that cannot reach back. undefined where there is none. */
export function paymentLink(invoice: Invoice, text: Say, className: string): HTMLAnchorElement | undefined {
  if (!URL.canParse(invoice.page_url) || !/^https?:$/u.test(new URL(invoice.page_url).protocol))
    return undefined;
  return el(
    'a',
    { class: className, href: invoice.page_url, target: '_blank', rel: 'noopener noreferrer' },
    text,
    el('span', { class: 'arrow', 'aria-hidden': 'true' }, ' ↗'),
    el('span', { class: 'unseen' }, (t) => ` ${t.newTab}`),
  );
}

export function isOpen({ status }: Invoice): boolean {
  return status === 'created' || status === 'processing';
}
