import { DECLINE_REASONS } from './errors.ts';
import { decimal, Html, html, money, STYLE } from './html.ts';
import type { Merchant, Register } from './merchants.ts';
import { PAGE_TEXTS, type PageLanguage, type PageTexts } from './page-texts.ts';
import type { Invoice } from './records.ts';

type BasketLine = NonNullable<NonNullable<Invoice['info']>['basketOrder']>[number];
type Discount = NonNullable<BasketLine['discounts']>[number];

/** The typed values, and the error of each field. */
export interface CardForm {
  readonly pan: string;
  readonly expiry: string;
  readonly cvv: string;
  /** For a register where the payer names the amount: hryvnias, as typed. */
  readonly amount?: string;
  readonly wrong: Readonly<Partial<Record<'pan' | 'expiry' | 'cvv' | 'amount', string>>>;
}

export const EMPTY_FORM: CardForm = { pan: '', expiry: '', cvv: '', wrong: {} };

/** How a page is shown: in which language, and where the other one is. */
export interface Shown {
  readonly language: PageLanguage;
  /** This page in the other language. */
  readonly other: string;
}

const NAMES: Record<PageLanguage, string> = { uk: 'Українською', en: 'In English' };

const note = (t: PageTexts, { language, other }: Shown): Html => {
  const its = language === 'uk' ? 'en' : 'uk';
  return html`<p class="note" role="note"><strong>${t.practice}</strong><span>${t.noMoney}</span><a href="${other}" lang="${its}" hreflang="${its}">${NAMES[its]}</a></p>`;
};

export function layout(
  shown: Shown,
  title: string,
  body: Html,
  options: { wide?: boolean; refresh?: boolean } = {},
): string {
  const { language } = shown;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${options.refresh && html`<meta http-equiv="refresh" content="3">`}
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main${options.wide && html` class="wide"`}>${note(PAGE_TEXTS[language], shown)}${body}</main></body>
</html>
`;
  return page.text;
}

function discountText(t: PageTexts, { type, mode, value }: Discount): string {
  const size = mode === 'PERCENT' ? `${decimal(value)} %` : money(Math.round(value * 100));
  return `${type === 'DISCOUNT' ? t.discount : t.extraCharge} ${size}`;
}

/** Minor units; only for showing a line without a total. */
function lineTotal({ qty, sum, total, discounts = [] }: BasketLine): number {
  if (total !== undefined) return total;
  const full = qty * sum;
  const changed = discounts.reduce((left, { type, mode, value }) => {
    const change = mode === 'PERCENT' ? (full * value) / 100 : value * 100;
    return type === 'DISCOUNT' ? left - change : left + change;
  }, full);
  return Math.max(0, Math.round(changed));
}

function basket(t: PageTexts, lines: readonly BasketLine[] | undefined, ccy: number): Html | undefined {
  if (!lines?.length) return undefined;
  const items = lines.map((line) => {
    const how = [`${decimal(line.qty)} ${line.unit ?? t.unit} × ${money(line.sum, ccy)}`];
    how.push(...(line.discounts ?? []).map((each) => discountText(t, each)));
    return html`<li><span>${line.name}<span class="quiet">${how.join(', ')}</span></span><span class="sum">${money(lineTotal(line), ccy)}</span></li>`;
  });
  return html`<ul class="lines" aria-label="${t.order}">${items}</ul>`;
}

interface FieldSpec {
  readonly name: 'pan' | 'expiry' | 'cvv' | 'amount';
  readonly label: string;
  readonly hint: string;
  readonly autocomplete: string;
}

function field({ name, label, hint, autocomplete }: FieldSpec, form: CardForm): Html {
  const wrong = form.wrong[name];
  const state = wrong && html` aria-invalid="true" aria-describedby="${name}-wrong"`;
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${form[name] ?? ''}" placeholder="${hint}" inputmode="${name === 'amount' ? 'decimal' : 'numeric'}" autocomplete="${autocomplete}" required${state}>${wrong && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}</div>`;
}

function cardFields(t: PageTexts, form: CardForm): Html {
  return html`${field({ name: 'pan', label: t.pan, hint: '0000 0000 0000 0000', autocomplete: 'cc-number' }, form)}
<div class="pair">${field({ name: 'expiry', label: t.expiry, hint: t.expiryHint, autocomplete: 'cc-exp' }, form)}${field({ name: 'cvv', label: t.cvv, hint: '000', autocomplete: 'cc-csc' }, form)}</div>`;
}

/**
 * Placed after the pay button, for Enter presses the first; submitted to us, so that no script is needed to fill the
 * form.
 */
const fillButton = (t: PageTexts): Html =>
  html`<button class="plain second" name="fill" value="practice">${t.practiceCard}</button>`;

function declineForm(language: PageLanguage, action: string): Html {
  const t = PAGE_TEXTS[language];
  const reasons = DECLINE_REASONS.map(
    ({ errCode, failureReason, english }) =>
      html`<option value="${errCode}">${language === 'uk' ? failureReason : english} (${errCode})</option>`,
  );
  return html`<details><summary>${t.decline}</summary><form method="post" action="${action}/decline"><div class="field"><label for="errCode">${t.declineReason}</label><select id="errCode" name="errCode">${reasons}</select></div><button class="plain">${t.declineNow}</button></form></details>`;
}

function summary(t: PageTexts, merchant: Merchant, invoice: Invoice): Html {
  const { reference, destination, basketOrder } = invoice.info ?? {};
  return html`<section class="card"><h1>${merchant.merchantName}</h1><p class="amount">${money(invoice.amount, invoice.ccy)}</p>${destination && html`<p class="quiet">${destination}</p>`}${reference && html`<p class="quiet">${t.invoice} ${reference}</p>`}${basket(t, basketOrder, invoice.ccy)}</section>`;
}

export function payPage(shown: Shown, merchant: Merchant, invoice: Invoice, form: CardForm): string {
  const t = PAGE_TEXTS[shown.language];
  const sum = money(invoice.amount, invoice.ccy);
  const action = `/pay/${invoice.invoiceId}`;
  const body = html`<div class="columns">${summary(t, merchant, invoice)}<section class="card"><h2>${t.payByCard}</h2><form method="post" action="${action}/pay" novalidate>${cardFields(t, form)}<button>${t.pay} ${sum}</button>${fillButton(t)}</form>${declineForm(shown.language, action)}</section></div>`;
  return layout(shown, `${sum} — ${merchant.merchantName}`, body, { wide: true });
}

/** The page of a register where the payer names the amount (`client`) or pays a fixed one (`fix`). */
export function registerPage(shown: Shown, merchant: Merchant, register: Register, form: CardForm): string {
  const t = PAGE_TEXTS[shown.language];
  const fixed = register.amountType === 'fix' ? money(register.fixedAmount) : undefined;
  const amount = { name: 'amount', label: t.amountField, hint: '0,00', autocomplete: 'off' } as const;
  const body = html`<section class="card"><h1>${merchant.merchantName}</h1>${fixed && html`<p class="amount">${fixed}</p>`}<p class="quiet">${t.register} ${register.shortQrId}</p></section><section class="card"><h2>${t.payByCard}</h2><form method="post" action="/qr/${register.shortQrId}/pay" novalidate>${!fixed && field(amount, form)}${cardFields(t, form)}<button>${fixed ? `${t.pay} ${fixed}` : t.pay}</button>${fillButton(t)}</form></section>`;
  return layout(shown, merchant.merchantName, body);
}

interface Result {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly mark: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly facts?: readonly (readonly [string, string])[];
  readonly link?: { readonly href: string; readonly text: string } | undefined;
  readonly refresh?: boolean;
}

export function resultPage(shown: Shown, heading: string, result: Result): string {
  const { tone, mark, title, text, facts = [], link } = result;
  const rows = facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  const body = html`<section class="card result ${tone}">${heading !== '' && html`<h1>${heading}</h1>`}<div class="mark" aria-hidden="true">${mark}</div><h2>${title}</h2>${text && html`<p class="quiet">${text}</p>`}${rows.length > 0 && html`<dl class="facts">${rows}</dl>`}${link && html`<a class="button" href="${link.href}">${link.text}</a>`}</section>`;
  const head = heading ? `${title} — ${heading}` : title;
  return layout(shown, head, body, { refresh: result.refresh ?? false });
}

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
  const link =
    invoice.redirectUrl === undefined ? undefined : { href: invoice.redirectUrl, text: t.backToShop };
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
