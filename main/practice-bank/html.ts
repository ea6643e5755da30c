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
