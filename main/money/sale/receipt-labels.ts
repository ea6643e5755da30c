import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import { type FiscalFields, NO_FISCAL_FIELDS } from '../../../shared/fiscal.ts';
import type { ReceiptExtras } from '../../bank/requests.ts';
import type { FiscalState } from '../../shop/fiscal/settings.ts';
import type { SoldProduct } from '../../store/sold-products.ts';
import type { LineLabel } from '../refund/refund-lines.ts';

/** Names, codes and fiscal fields of lines as the bank gets them. */

/** The product's fields, and where it has none, the terminal's. */
const extrasOf = (product: SoldProduct | undefined, defaults: FiscalFields): ReceiptExtras => {
  const own = product?.fiscal ?? NO_FISCAL_FIELDS;
  const tax = own.tax.length > 0 ? own.tax : defaults.tax;
  const texts = {
    barcode: product?.barcode ?? '',
    header: own.header || defaults.header,
    footer: own.footer || defaults.footer,
    uktzed: own.uktzed || defaults.uktzed,
  };
  return {
    ...(tax.length === 0 ? {} : { tax }),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
  };
};

interface Named {
  name: string;
  product: number | null;
}

/** The labels of lines, each with the product's own name for documents if it has one. */
interface Labels {
  of(item: Named, position: number): LineLabel;
  /** The line of an amount without goods. */
  whole(destination: string): LineLabel;
}

/** @param products those of the lines */
export const receiptLabels = (
  { settings: { defaults } }: Pick<FiscalState, 'settings'>,
  products: ReadonlyMap<number | null, SoldProduct>,
): Labels => ({
  of: ({ name, product: id }, position) => {
    const product = products.get(id);
    return {
      name: product?.name_for_docs || name,
      code: String(product?.code ?? position + 1),
      extras: extrasOf(product, defaults),
    };
  },
  whole: (destination) => ({
    name: [...destination].slice(0, MAX_LENGTH.name).join(''),
    code: '1',
    extras: extrasOf(undefined, defaults),
  }),
});

/** Discounts reach this service alone; a merchant of whom no service is known is treated like one of it. */
export const takesDiscounts = ({ service }: Pick<FiscalState, 'service'>): boolean =>
  service === 'checkbox' || service === '';

/** Why the register would refuse a line; undefined: nothing is known against it. */
export const labelProblem = (
  { isFiscal, service }: Pick<FiscalState, 'isFiscal' | 'service'>,
  { name, extras }: LineLabel,
): Problem | undefined =>
  isFiscal && service === 'vchasnokasa' && extras.tax === undefined
    ? problem(
        'tax_missing',
        `"${name}" has no tax rate, and Вчасно.Каса takes no line without one. Nothing was requested. Set it on the ` +
          "product, or as the terminal's default.",
        { name },
      )
    : undefined;
