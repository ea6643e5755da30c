import { createHash } from 'node:crypto';

/** Text that is HTML already. Only `html` creates it, so all other text is escaped when inserted. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

type Part = string | number | Html | undefined | false | readonly Html[];

function rendered(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(rendered).join('');
  return escaped(String(part));
}

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, at) => text + rendered(parts[at - 1]) + string));
}

const SIGNS: Readonly<Record<number, string>> = { 980: '₴', 840: '$', 978: '€' };

/** Minor units as `1 234,50 ₴`, with non-breaking spaces. */
export function money(minor: number, ccy = 980): string {
  const whole = String(Math.trunc(minor / 100)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  const cents = String(Math.abs(minor % 100)).padStart(2, '0');
  return `${whole},${cents}\u00a0${SIGNS[ccy] ?? ccy}`;
}

/** `1,5` for 1.5: all its decimals. */
export const decimal = (value: number) => String(value).replace('.', ',');

/** One sheet, inside the page: the pages load nothing else. Contrast is AA in both schemes. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f2f3f5; --card: #ffffff; --line: #d9dce1; --text: #16191d; --quiet: #5a626d;
  --accent: #1f5fd1; --on-accent: #ffffff; --bad: #b3261e; --bad-soft: #fdecea;
  --good: #14703a; --good-soft: #e5f5eb; --note: #fff4d6; --note-text: #5c4300; --note-line: #e6c76a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #111316; --card: #1b1e22; --line: #363b42; --text: #eceef1; --quiet: #a3abb6;
    --accent: #8ab4ff; --on-accent: #0b1a33; --bad: #ff9d94; --bad-soft: #3a1d1b;
    --good: #7fd6a1; --good-soft: #17301f; --note: #33290d; --note-text: #f2d98a; --note-line: #6b5618;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, 'DejaVu Sans', sans-serif; }
main { width: 100%; max-width: 30rem; margin: 0 auto; padding: 1rem 1rem 2.5rem; }
@media (min-width: 48rem) {
  main { padding-top: 3rem; }
  main.wide { max-width: 56rem; }
  .columns { display: grid; grid-template-columns: 1fr 1fr; align-items: start; gap: 1.25rem; }
}
.note {
  display: flex; flex-wrap: wrap; gap: 0 .6rem; margin: 0 0 1rem; padding: .6rem .9rem; border: 1px solid var(--note-line);
  border-radius: .6rem; background: var(--note); color: var(--note-text); font-size: .9rem;
}
.note a { margin-left: auto; color: inherit; }
.card {
  margin: 0 0 1.25rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .9rem; background: var(--card);
}
h1 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 0 0 .9rem; font-size: 1.05rem; }
.amount { margin: .25rem 0 0; font-size: 2.1rem; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums; }
.quiet { margin: .25rem 0 0; color: var(--quiet); font-size: .9rem; overflow-wrap: anywhere; }
.lines { list-style: none; margin: 1rem 0 0; padding: 0; border-top: 1px solid var(--line); }
.lines li { display: flex; justify-content: space-between; gap: 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.lines li:last-child { border-bottom: 0; padding-bottom: 0; }
.lines li > :first-child { min-width: 0; overflow-wrap: anywhere; }
.lines .quiet { display: block; margin: 0; }
.sum { white-space: nowrap; font-variant-numeric: tabular-nums; }
label, legend { display: block; margin: 0 0 .3rem; padding: 0; font-size: .9rem; font-weight: 600; }
input, select {
  width: 100%; min-height: 2.9rem; padding: .5rem .75rem; border: 1px solid var(--quiet); border-radius: .55rem;
  background: var(--card); color: inherit; font: inherit; font-variant-numeric: tabular-nums;
}
::placeholder { color: var(--quiet); opacity: 1; }
input[aria-invalid] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.field { margin: 0 0 .9rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem; }
.wrong { margin: .3rem 0 0; color: var(--bad); font-size: .9rem; }
button, .button {
  display: block; width: 100%; min-height: 2.9rem; padding: .65rem 1rem; border: 1px solid transparent;
  border-radius: .55rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  background: var(--accent); color: var(--on-accent);
}
button.plain, .button.plain { border-color: var(--quiet); background: transparent; color: var(--text); }
button.second { margin-top: .75rem; font-weight: 500; }
.result h1 { margin: 0 0 1.1rem; color: var(--quiet); font-weight: 500; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
details { margin: 1rem 0 0; border-top: 1px solid var(--line); padding-top: .9rem; }
summary { cursor: pointer; color: var(--quiet); }
details form { margin-top: .9rem; }
.result { text-align: center; }
.result .mark {
  display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin: 0 auto .9rem; border-radius: 50%;
  background: var(--line); font-size: 1.7rem; font-weight: 700; line-height: 1;
}
.result.good .mark { background: var(--good-soft); color: var(--good); }
.result.bad .mark { background: var(--bad-soft); color: var(--bad); }
.result h2 { margin: 0 0 .3rem; font-size: 1.3rem; }
.result .button { margin-top: 1.1rem; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: 1.1rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); text-align: left; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** No script, pictures or frames, forms only to ourselves; the one style by its hash. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: with that a browser sends `Origin: null` even for our own forms, and the guard refuses it.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};
