import { currencyCode, groupedAmount } from '../../../../shared/money.ts';
import { taxNumberKind } from '../../../../shared/tax-number.ts';
import { netOf, type Sums } from '../../../domain/reports/series-sums.ts';
import { createPdf, PAGE, type Pdf, type TextStyle } from '../pdf/document.ts';
import { readInter } from '../pdf/inter.ts';
import { NONE, SUM_TITLES, TOTAL } from '../report-columns.ts';
import type { MonthSource } from './source.ts';
import { gapTexts, momentText } from './totals.ts';
import { FACTS, monthTitle } from './words.ts';

const MARGIN = 50;
const BOTTOM = PAGE.height - 60;
const RIGHT = PAGE.width - MARGIN;

const TITLE: TextStyle = { size: 22, weight: 'bold' };
const SUBTITLE: TextStyle = { size: 14 };
const HEADING: TextStyle = { size: 11, weight: 'bold' };
const BODY: TextStyle = { size: 9.5 };
const NOTE: TextStyle = { size: 8.5, gray: 0.4 };
const ROW = 17;

/** Right ends of the columns of sums. */
const SUMS = [
  { name: 'count', right: 262 },
  { name: 'gross', right: 340 },
  { name: 'refunds', right: 412 },
  { name: 'fee', right: 474 },
  { name: 'net', right: RIGHT },
] as const;
const NAME_WIDTH = 165;

/** Writes down the page, and begins another where the next lines would not fit. */
const createFlow = (pdf: Pdf) => {
  let y = 0;
  const startPage = (): void => {
    pdf.startPage();
    y = MARGIN + 14;
  };
  startPage();
  return {
    write: (text: string, style: TextStyle, height: number): void => {
      for (const line of wrapped(pdf, text, style, RIGHT - MARGIN)) {
        if (y > BOTTOM) startPage();
        pdf.text(MARGIN, y, line, style);
        y += height;
      }
    },
    row: (draw: (y: number) => void): void => {
      if (y > BOTTOM) startPage();
      draw(y);
      y += ROW;
    },
    gap: (height: number): void => {
      y += height;
    },
  };
};
type Flow = ReturnType<typeof createFlow>;

const wrapped = (pdf: Pdf, text: string, style: TextStyle, width: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && pdf.widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

/** The beginning that fits, with an ellipsis. */
const shortened = (pdf: Pdf, text: string, style: TextStyle, width: number): string => {
  if (pdf.widthOf(text, style) <= width) return text;
  let cut = text;
  while (cut !== '' && pdf.widthOf(`${cut}…`, style) > width) cut = cut.slice(0, -1);
  return `${cut}…`;
};

/** @param files names in the archive, with what each is */
export const monthCover = (source: MonthSource, files: readonly (readonly [string, string])[]): Buffer => {
  const { month, locale, wall } = source;
  const { language } = locale;
  const title = `${FACTS.title[language]}: ${monthTitle(month.name, language)}`;
  const pdf = createPdf({ title, language, createdAt: new Date(month.madeAt), fonts: readInter() });
  const flow = createFlow(pdf);
  flow.write(FACTS.title[language], TITLE, 24);
  flow.write(monthTitle(month.name, language), SUBTITLE, 20);
  for (const line of sellerLines(source)) flow.write(line, BODY, 14);
  flow.write(`${FACTS.made[language]}: ${momentText(wall(month.madeAt))} (${locale.timeZone})`, NOTE, 13);
  flow.gap(14);
  for (const currency of month.currencies) sumsTable(pdf, flow, source, currency);
  missingPart(flow, source);
  flow.gap(10);
  flow.write(FACTS.files[language], HEADING, 16);
  for (const [name, what] of files) flow.write(`${name}: ${what}`, BODY, 14);
  flow.gap(10);
  flow.write(FACTS.rule[language], NOTE, 12);
  flow.write(FACTS.notFiscal[language], NOTE, 12);
  return pdf.bytes();
};

/** `ЄДРПОУ 12345678`, by its length. */
const NUMBER_KINDS = {
  edrpou: { uk: 'ЄДРПОУ', en: 'EDRPOU' },
  rnokpp: { uk: 'РНОКПП', en: 'RNOKPP' },
};

const sellerLines = ({ month, locale: { language } }: MonthSource): string[] => {
  const sellers = month.taxNumbers.filter(
    ({ taxNumber }) => month.taxNumber === undefined || month.taxNumber === taxNumber,
  );
  const named = sellers.map(
    ({ taxNumber, merchantName }) =>
      `${merchantName}, ${NUMBER_KINDS[taxNumberKind(taxNumber)][language]} ${taxNumber}`,
  );
  return [...(month.shopName === '' ? [] : [month.shopName]), ...named];
};

const sumsTable = (
  pdf: Pdf,
  flow: Flow,
  { locale: { language } }: MonthSource,
  { ccy, totals, byTerminal, refundedOfPayments }: MonthSource['month']['currencies'][number],
): void => {
  const shownSum = (sums: Sums, name: (typeof SUMS)[number]['name']): string => {
    if (name === 'count') return String(sums.count);
    return groupedAmount(name === 'net' ? netOf(sums) : sums[name]);
  };
  const row = (name: string, sums: Sums, style: TextStyle): void =>
    flow.row((y) => {
      pdf.text(MARGIN, y, shortened(pdf, name, style, NAME_WIDTH), style);
      for (const { name: sum, right } of SUMS)
        pdf.text(right, y, shownSum(sums, sum), { ...style, isRight: true });
      pdf.line(MARGIN, y + 5, RIGHT - MARGIN);
    });
  flow.row((y) => {
    pdf.text(MARGIN, y, currencyCode(ccy), HEADING);
    for (const { name, right } of SUMS)
      pdf.text(right, y, SUM_TITLES[name][language], { ...NOTE, isRight: true });
    pdf.line(MARGIN, y + 5, RIGHT - MARGIN);
  });
  row(TOTAL[language], totals, { ...BODY, weight: 'bold' });
  for (const { label, sums } of byTerminal) row(label || NONE.terminal[language], sums, BODY);
  flow.write(`${FACTS.refundedSoFar[language]}: ${groupedAmount(refundedOfPayments)}`, NOTE, 14);
  flow.gap(12);
};

const missingPart = (flow: Flow, source: MonthSource): void => {
  const { language } = source.locale;
  const gaps = gapTexts(source);
  if (gaps.length === 0) {
    flow.write(FACTS.nothingMissing[language], BODY, 14);
    return;
  }
  flow.write(FACTS.missing[language], HEADING, 16);
  for (const [name, note] of gaps) flow.write(note === '' ? name : `${name}: ${note}`, BODY, 14);
};
