import * as v from 'valibot';
import { choice, shape, string } from './answers.ts';
import { described } from './described.ts';
import { choiceParam, query } from './query.ts';

/** A paper as a list of its parts: the receipt printer, the window and a till print the same. Beyond version 1. */

const PAPER_SIZES = ['roll', 'a4'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

const PART_KINDS = [
  ...['name', 'mark', 'title', 'line', 'warning', 'text', 'rule'],
  ...['head', 'item', 'sum', 'total', 'fact', 'qr'],
] as const;
export type PartKind = (typeof PART_KINDS)[number];

const paperPart = shape('PaperPart', {
  kind: choice(
    PART_KINDS,
    'name: of the shop; its logo stands in its place, if there is one. mark: that it is a copy. title, warning: of ' +
      'the paper. line: in the middle. text: as wide as the paper. rule: a line across it. head: the titles of the ' +
      'columns of items, on A4. item: one of what was sold. sum, total, fact: a name and its value. qr: a QR code.',
    'item',
  ),
  text: string('What stands on the left, or alone.', 'Кава'),
  value: string('What stands on the right; of a QR code, what it says.', '81,90 ₴'),
  note: string('Below the text.', '2 шт × 45,50 ₴, знижка 10 %'),
  cells: described(
    v.array(v.string()),
    'On A4 in place of the note, between the text and the value; of a head, all titles.',
    ['2 шт', '45,50 ₴', '10 %'],
  ),
});

export const paper = shape('Paper', { parts: described(v.array(paperPart), 'From top to bottom.') });
export type Paper = v.InferOutput<typeof paper>;

export const paperQuery = query({
  size: choiceParam(PAPER_SIZES, 'roll: of the receipt printer. a4: a sheet. Default: roll.'),
});

/** What is empty is left out. */
export type PaperPart = { kind: PartKind } & Partial<Omit<v.InferOutput<typeof paperPart>, 'kind'>>;
