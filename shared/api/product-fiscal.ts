import * as v from 'valibot';
import { problem, rule } from '../errors.ts';
import { isUktzed, MAX_RECEIPT_TEXT, MAX_TAX, MAX_TAXES, plainUktzed } from '../fiscal.ts';
import { id, shape, string } from './answers.ts';
import { described } from './described.ts';
import { integer, list, requestBody, text } from './fields.ts';

/** What a fiscal register needs of a product beside its fields in version 1. All of it is beyond version 1. */

/** The answer's fields; a terminal has the same as its defaults. */
/* @__NO_SIDE_EFFECTS__ */
export const fiscalFields = () => ({
  tax: described(
    v.array(v.pipe(v.number(), v.integer())),
    "Numbers of the tax rates, as the shop's fiscal register counts them; empty: none.",
    [1],
  ),
  uktzed: string('Commodity code (УКТЗЕД), 4 to 10 digits; empty when there is none.', '0901210000'),
  header: string('Printed on the receipt before the name; empty: nothing.'),
  footer: string('Printed on the receipt after the name; empty: nothing.'),
});

const NOT_UKTZED = problem('invalid', 'A commodity code (УКТЗЕД) has 4 to 10 digits.', {
  expected: 'uktzed',
});

/** The same fields in a body, each of them optional. */
/* @__NO_SIDE_EFFECTS__ */
export const fiscalFieldsPatch = () => ({
  tax: described(
    v.optional(list(integer(0, MAX_TAX), MAX_TAXES)),
    'All of them; an empty list removes them.',
  ),
  uktzed: v.optional(
    v.pipe(
      text(MAX_RECEIPT_TEXT, { blank: true }),
      v.transform(plainUktzed),
      v.check((code) => code === '' || isUktzed(code), rule(NOT_UKTZED)),
    ),
  ),
  header: v.optional(text(MAX_RECEIPT_TEXT, { blank: true })),
  footer: v.optional(text(MAX_RECEIPT_TEXT, { blank: true })),
});

export const productFiscal = shape('ProductFiscal', {
  product: id('Id of the product.', 7),
  ...fiscalFields(),
});
export type ProductFiscal = v.InferOutput<typeof productFiscal>;

export const productFiscalPatch = requestBody('ProductFiscalPatch', fiscalFieldsPatch(), productFiscal);
export type ProductFiscalPatch = v.InferOutput<typeof productFiscalPatch>;
