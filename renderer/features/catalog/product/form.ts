import {
  type Product,
  type ProductCreate,
  type ProductPatch,
  productCreate,
} from '../../../../shared/api/catalog.ts';
import type { ChosenColor, ProductShop, ProductShopPatch } from '../../../../shared/api/product-shop.ts';
import {
  type BarcodeFault,
  barcodeFault,
  joinBarcodes,
  MAX_BARCODES,
  splitBarcodes,
} from '../../../../shared/barcodes.ts';
import type { RecordForm, RecordRules } from '../../../kit/use-record-form.ts';
import { type AmountFault, parsePrice, typedPrice } from '../../../lib/money.ts';
import { maxLengthsOf, textLength } from '../../../lib/text-length.ts';

/** Edits over a product: untouched fields follow the stored values. Pure. */

const TEXTS = ['name', 'article', 'external_code', 'name_for_docs'] as const;
export type TextName = (typeof TEXTS)[number];

export interface Fields extends Readonly<Record<TextName, string>> {
  /** The price as typed. */
  readonly price: string;
  readonly category: number | null;
  readonly unit: number | null;
  /** As typed: separated by commas or spaces. */
  readonly barcodes: string;
  readonly tile_color: ChosenColor;
  readonly is_favorite: boolean;
}
export type Edits = Partial<Fields>;
type FieldName = keyof Fields;
const SHOP_FIELDS = ['barcodes', 'tile_color', 'is_favorite'] as const;
const FIELDS: readonly FieldName[] = [...TEXTS, 'price', 'category', 'unit', ...SHOP_FIELDS];

type ShopFields = Omit<ProductShop, 'product'>;
const NO_SHOP: ShopFields = { barcodes: [], tile_color: '', is_favorite: false };

export const NOTHING: Fields = {
  name: '',
  article: '',
  external_code: '',
  name_for_docs: '',
  price: '',
  category: null,
  unit: null,
  barcodes: '',
  tile_color: '',
  is_favorite: false,
};

export const fieldsOf = (product: Product, shop: ShopFields = NO_SHOP): Fields => ({
  name: product.name,
  article: product.article,
  external_code: product.external_code,
  name_for_docs: product.name_for_docs,
  price: typedPrice(product.price),
  category: product.category,
  unit: product.unit,
  barcodes: joinBarcodes(shop.barcodes),
  tile_color: shop.tile_color,
  is_favorite: shop.is_favorite,
});

export const shownOf = (stored: Fields, edits: Edits): Fields => ({ ...stored, ...edits });

const minorOf = (typed: string): number | undefined => parsePrice(typed).minor;

const normalized = (barcodes: string): string => joinBarcodes(splitBarcodes(barcodes));

/** `12`, `12,00` and `12.00 ₴` are the same price. */
const areSame = (field: FieldName, one: Fields[FieldName], other: Fields[FieldName]): boolean => {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  if (one.trim() === other.trim()) return true;
  if (field === 'barcodes') return normalized(one) === normalized(other);
  const minor = field === 'price' ? minorOf(one) : undefined;
  return minor !== undefined && minor === minorOf(other);
};

const isChanged = (stored: Fields, edits: Edits, field: FieldName): boolean => {
  const edited = edits[field];
  return edited !== undefined && !areSame(field, edited, stored[field]);
};

export const isDirty = (stored: Fields, edits: Edits): boolean =>
  FIELDS.some((field) => isChanged(stored, edits, field));

export const MAX_LENGTHS = maxLengthsOf(productCreate, TEXTS);

export type TextFault = 'blank' | 'long';
export interface Faults {
  texts: Partial<Record<TextName, TextFault>>;
  price?: AmountFault;
  barcodes?: BarcodeFault | 'tooMany';
}

const textFaultOf = (name: TextName, value: string): TextFault | undefined => {
  const text = value.trim();
  if (name === 'name' && text === '') return 'blank';
  return textLength(text) > MAX_LENGTHS[name] ? 'long' : undefined;
};

export const faultsOf = (shown: Fields): Faults => {
  const texts: Faults['texts'] = {};
  for (const name of TEXTS) {
    const fault = textFaultOf(name, shown[name]);
    if (fault) texts[name] = fault;
  }
  const price = parsePrice(shown.price);
  const barcodes = barcodesFaultOf(shown);
  return {
    texts,
    ...(price.fault ? { price: price.fault } : {}),
    ...(barcodes === undefined ? {} : { barcodes }),
  };
};

const barcodesFaultOf = ({ barcodes }: Pick<Fields, 'barcodes'>): Faults['barcodes'] => {
  const all = splitBarcodes(barcodes);
  return all.length > MAX_BARCODES ? 'tooMany' : all.map(barcodeFault).find((fault) => fault !== undefined);
};

const hasFaults = ({ texts, price, barcodes }: Faults): boolean =>
  price !== undefined || barcodes !== undefined || Object.keys(texts).length > 0;

/** The patch: changed fields only. @param edits without faults */
export const changesOf = (stored: Fields, edits: Edits): ProductPatch => {
  const shown = shownOf(stored, edits);
  const changed = (field: FieldName) => isChanged(stored, edits, field);
  const texts = TEXTS.filter(changed).map((name) => [name, shown[name].trim()]);
  const price = minorOf(shown.price);
  return {
    ...Object.fromEntries(texts),
    ...(changed('price') && price !== undefined ? { price } : {}),
    ...(changed('category') ? { category: shown.category } : {}),
    ...(changed('unit') ? { unit: shown.unit } : {}),
  };
};

/** The same for what the counter needs of the product. @param edits without faults */
export const shopChangesOf = (stored: Fields, edits: Edits): ProductShopPatch => {
  const { barcodes, tile_color, is_favorite } = shownOf(stored, edits);
  const all: ProductShopPatch = { barcodes: splitBarcodes(barcodes), tile_color, is_favorite };
  return Object.fromEntries(
    SHOP_FIELDS.filter((field) => isChanged(stored, edits, field)).map((field) => [field, all[field]]),
  );
};

/** The body of a new product. @param edits without faults */
export const additionOf = (edits: Edits): ProductCreate => {
  const shown = shownOf(NOTHING, edits);
  return {
    name: shown.name.trim(),
    price: minorOf(shown.price) ?? 0,
    article: shown.article.trim(),
    external_code: shown.external_code.trim(),
    name_for_docs: shown.name_for_docs.trim(),
    category: shown.category,
    unit: shown.unit,
  };
};

/**
 * Whether somebody else changed a field that is being edited: their change is shown before it is overwritten.
 * @param seen the values on the screen
 * @param stored the current values
 */
export const isOvertaken = (seen: Fields, stored: Fields, edits: Edits): boolean =>
  FIELDS.some((field) => isChanged(seen, edits, field) && !areSame(field, seen[field], stored[field]));

export type ProductForm = RecordForm<Fields, Faults>;

export const productRules: RecordRules<Fields, Faults> = {
  isDirty,
  faultsOf,
  hasFaults,
  noFaults: { texts: {} },
  isOvertaken,
};
