import { DECLINE_REASONS } from './declines.ts';
import { money } from './html.ts';
import type { Result } from './page.ts';
import { PAGE_TEXTS, type PageLanguage, type PageTexts } from './page-texts.ts';
import type { Invoice } from './records.ts';

const backToShop = (t: PageTexts, { redirectUrl }: Invoice) =>
  redirectUrl === undefined ? undefined : { href: redirectUrl, text: t.backToShop };

function paidFacts(t: PageTexts, { payment }: Invoice): [string, string][] {
  if (!payment) return [];
  const facts: [string, string][] = [[t.card, payment.maskedPan]];
  if (payment.rrn) facts.push(['RRN', payment.rrn]);
  return facts;
}

/** The bank's own words are Ukrainian; its known ones have a translation. */
const reasonIn = (language: PageLanguage, reason: string | undefined): string | undefined =>
  language === 'uk'
    ? reason
    : (DECLINE_REASONS.find(({ failureReason }) => failureReason === reason)?.english ?? reason);

/** The page of an invoice that cannot be paid. `isFresh`: the payer has just paid. */
export function resultOf(language: PageLanguage, invoice: Invoice, isFresh: boolean): Result {
  const t = PAGE_TEXTS[language];
  const link = backToShop(t, invoice);
  const sum = money(invoice.amount, invoice.ccy);
  const paid = paidFacts(t, invoice);
  const facts: [string, string][] = [[t.amount, sum], ...paid];
  switch (invoice.status) {
    case 'success':
      return isFresh
        ? { ...GOOD, title: `${t.paidNow} ${sum}`, facts: paid, link }
        : { ...GOOD, title: t.paid, facts, link };
    case 'hold':
      return { ...GOOD, title: t.held, text: t.heldText, facts, link };
    case 'processing':
      return { tone: 'plain', mark: '…', title: t.processing, text: t.processingText, refresh: true };
    case 'reversed':
      return { tone: 'plain', mark: '↩', title: t.refunded, facts, link };
    case 'failure':
      return {
        tone: 'bad',
        mark: '×',
        title: t.declined,
        text: reasonIn(language, invoice.failureReason),
        facts: [[t.amount, sum]],
        link: { href: `/pay/${invoice.invoiceId}?again`, text: t.tryAgain },
      };
    default:
      return invoice.removed
        ? { tone: 'plain', mark: '–', title: t.removed, text: t.removedText, link }
        : { tone: 'plain', mark: '–', title: t.expired, text: t.expiredText, link };
  }
}

const GOOD = { tone: 'good', mark: '✓' } as const;

export const noPage = (t: PageTexts): Result => ({
  tone: 'plain',
  mark: '?',
  title: t.noPage,
  text: t.noPageText,
});

export const noAmount = (t: PageTexts): Result => ({
  tone: 'plain',
  mark: '–',
  title: t.noAmount,
  text: t.noAmountText,
});
