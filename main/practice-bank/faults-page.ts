import type { Router } from '@koa/router';
import type Koa from 'koa';
import * as v from 'valibot';
import type { Fault } from './faults.ts';
import { html } from './html.ts';
import { layout, type Shown } from './page.ts';
import { PAGE_TEXTS, type PageLanguage } from './page-texts.ts';
import type { CaptureMode } from './payments.ts';
import type { PracticeBank } from './practice-bank.ts';

/** The page on which a person sets what the bank does wrong; the rest of the faults is for the controls. */

type Words = Record<PageLanguage, string>;

const KINDS = {
  firewall: { uk: 'Мережевий екран не пропускає (403)', en: 'The firewall keeps the address out (403)' },
  'empty-object': { uk: 'Порожня відповідь {}', en: 'An empty answer {}' },
  'null-lists': { uk: 'null замість списків', en: 'null in place of lists' },
  hang: { uk: 'Банк не відповідає', en: 'The bank does not answer' },
  reset: { uk: 'З’єднання обривається', en: 'The connection breaks' },
  'internal-error': { uk: 'Внутрішня помилка банку (500)', en: 'An internal error of the bank (500)' },
  'too-many-requests': { uk: 'Забагато запитів (429)', en: 'Too many requests (429)' },
} as const satisfies Partial<Record<Fault['kind'], Words>>;

const PATHS = {
  '*': { uk: 'Усі запити', en: 'All requests' },
  'invoice/create': { uk: 'Новий рахунок', en: 'A new invoice' },
  'invoice/status': { uk: 'Стан рахунка', en: 'The state of an invoice' },
  'invoice/cancel': { uk: 'Повернення', en: 'A refund' },
  'invoice/finalize': { uk: 'Списання заблокованого', en: 'A capture' },
  statement: { uk: 'Виписка', en: 'The statement' },
  'qr/list': { uk: 'QR-каси', en: 'QR registers' },
} as const satisfies Record<string, Words>;

const CAPTURES = {
  captured: { uk: 'Одразу списана сума', en: 'The captured amount at once' },
  whole: { uk: 'Спершу вся заблокована сума', en: 'At first all that was held' },
  nothing: { uk: 'Спершу нуль', en: 'At first zero' },
  absent: { uk: 'Спершу без суми', en: 'At first no amount' },
} as const satisfies Record<CaptureMode['first'], Words>;

const keysOf = <Key extends string>(words: Record<Key, Words>) => Object.keys(words) as Key[];

const faultForm = v.strictObject({
  kind: v.picklist(keysOf(KINDS)),
  path: v.picklist(keysOf(PATHS)),
  times: v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1)),
});
const captureForm = v.strictObject({ first: v.picklist(keysOf(CAPTURES)) });

const select = (shown: Shown, name: string, label: string, words: Record<string, Words>, chosen = '') => {
  const options = Object.entries(words).map(
    ([value, each]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${each[shown.language]}</option>`,
  );
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options}</select></div>`;
};

const page = (shown: Shown, bank: PracticeBank, first: CaptureMode['first']): string => {
  const t = PAGE_TEXTS[shown.language];
  const waiting = bank
    .faults()
    .map(
      ({ kind, path, left }) =>
        html`<li><span>${kind}<span class="quiet">${path}</span></span><span class="sum">${left}</span></li>`,
    );
  const faults = html`<section class="card"><h1>${t.faults}</h1><form method="post" action="/faults">${select(shown, 'kind', t.faultKind, KINDS)}${select(shown, 'path', t.faultPath, PATHS)}<div class="field"><label for="times">${t.faultTimes}</label><input id="times" name="times" value="1" inputmode="numeric" required></div><button>${t.faultSet}</button></form>${waiting.length > 0 && html`<ul class="lines" aria-label="${t.faultsSet}">${waiting}</ul><form method="post" action="/faults/end"><button class="plain second">${t.faultsEnd}</button></form>`}</section>`;
  const captures = html`<section class="card"><h2>${t.captures}</h2><form method="post" action="/faults/captures">${select(shown, 'first', t.captureShows, CAPTURES, first)}<button>${t.faultSet}</button></form><form method="post" action="/faults/captures/show"><button class="plain second">${t.capturesShow}</button></form></section>`;
  return layout(shown, t.faults, html`${faults}${captures}`);
};

interface PageTools {
  show(ctx: Koa.Context, page: string, status?: number): void;
  seeOther(ctx: Koa.Context, path: string): void;
  shownOf(ctx: Koa.Context): Shown;
}

export const faultPages = (bank: PracticeBank, router: Router, tools: PageTools): void => {
  const { show, seeOther, shownOf } = tools;
  let first: CaptureMode['first'] = 'captured';
  const shown = (ctx: Koa.Context, status = 200) => show(ctx, page(shownOf(ctx), bank, first), status);
  const take =
    <Schema extends v.GenericSchema>(schema: Schema, work: (form: v.InferOutput<Schema>) => void) =>
    (ctx: Koa.Context): void => {
      const form = v.safeParse(schema, ctx.request.body ?? {});
      if (!form.success) shown(ctx, 422);
      else {
        work(form.output);
        seeOther(ctx, '/faults');
      }
    };
  const empty = v.strictObject({});

  router.get('/faults', (ctx) => shown(ctx));
  router.post('/faults', take(faultForm, bank.fault));
  router.post('/faults/end', take(empty, bank.clearFaults));
  router.post(
    '/faults/captures',
    take(captureForm, (mode) => {
      first = mode.first;
      bank.setCaptureMode(mode);
    }),
  );
  router.post('/faults/captures/show', take(empty, bank.showCaptures));
};
