import * as v from 'valibot';
import { isLuhnValid, PRACTICE_CARD } from './cards.ts';
import type { CardForm } from './page.ts';

const text = v.optional(v.pipe(v.string(), v.maxLength(100)), '');
const typed = v.object({ fill: text, pan: text, expiry: text, cvv: text, amount: text });

/** As in the bank's test mode, any date and CVV will do; but they have to be one. */
function wrongFields({ pan, expiry, cvv }: Omit<CardForm, 'wrong'>): CardForm['wrong'] {
  return {
    ...(!isLuhnValid(pan) && { pan: 'Перевірте номер картки: у ньому помилка.' }),
    ...(!/^(0[1-9]|1[0-2])\s*\/?\s*\d\d$/.test(expiry.trim()) && {
      expiry: 'Місяць і рік, наприклад 12/30.',
    }),
    ...(!/^\d{3,4}$/.test(cvv.trim()) && { cvv: 'Три цифри.' }),
  };
}

const EMPTY = { fill: '', pan: '', expiry: '', cvv: '', amount: '' };

/** What was typed, with its faults; `filled` when the payer asked for the practice card and has yet to pay. */
export function readForm(body: unknown): CardForm & { readonly filled: boolean } {
  const read = v.safeParse(typed, body);
  const { fill, ...form } = read.success ? read.output : EMPTY;
  if (fill === 'practice') return { ...form, ...PRACTICE_CARD, wrong: {}, filled: true };
  return { ...form, wrong: wrongFields(form), filled: false };
}

export const WRONG_AMOUNT = 'Сума в гривнях, наприклад 340,00.';

/** Hryvnias as typed (`1 234,50`) in minor units; undefined when that is no amount from 1 kopiyka up. */
export function parseAmount(hryvnias: string): number | undefined {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(hryvnias.replace(/\s/g, ''));
  if (!match) return undefined;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return minor > 0 ? minor : undefined;
}

export const isWrong = (form: CardForm) => Object.keys(form.wrong).length > 0;
