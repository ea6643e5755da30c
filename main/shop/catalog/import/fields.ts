import type { ProductColumn } from '../../../../shared/api/catalog-files.ts';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import { type ChosenColor, TILE_COLORS } from '../../../../shared/api/product-shop.ts';
import { barcodeFault, joinBarcodes, MAX_BARCODES, splitBarcodes } from '../../../../shared/barcodes.ts';
import { isUktzed, joinTaxes, MAX_RECEIPT_TEXT, plainUktzed, splitTaxes } from '../../../../shared/fiscal.ts';
import { fold } from '../../../../shared/text.ts';
import type { ProductValues } from '../../../store/catalog-files.ts';
import { type CellResult, priceText, readBoolean, readText, YES_NO } from './cells.ts';

/** Reads the cells of a product's fields for the counter and for fiscal receipts. */

/** The names of the colours in Kramar's own files. */
const COLOR_NAMES: Record<'uk' | 'en', Record<ChosenColor, string>> = {
  uk: {
    '': '',
    red: 'червоний',
    orange: 'оранжевий',
    yellow: 'жовтий',
    green: 'зелений',
    teal: 'бірюзовий',
    blue: 'синій',
    violet: 'фіолетовий',
    gray: 'сірий',
  },
  en: {
    '': '',
    red: 'red',
    orange: 'orange',
    yellow: 'yellow',
    green: 'green',
    teal: 'teal',
    blue: 'blue',
    violet: 'violet',
    gray: 'gray',
  },
};

const COLORS: ReadonlyMap<string, ChosenColor> = new Map(
  (['', ...TILE_COLORS] as const).flatMap((color) =>
    [COLOR_NAMES.uk[color], COLOR_NAMES.en[color]].map((name) => [name, color] as const),
  ),
);

/** More is no list of barcodes, of rates or of words, and is not examined. */
const MAX_TEXT = 1000;
const within = <Value>(text: string, read: (text: string) => Value | undefined): Value | undefined =>
  text.length > MAX_TEXT ? undefined : read(text);

/** A table program that took a barcode for a number has lost its digits: `4,82E+12`. */
const ROUNDED = /\d[.,]?\d*e\+\d/i;
/** Texts that other programs write instead of a barcode. */
const NO_BARCODE = /^(?:[-–—0]+|немає|нема|нет|без шк|none|null|nan|n\/a|#n\/a)$/iu;
/** A number that went through a program of decimals: `4820000000017.0`. */
const WITH_DECIMALS = /^(\d{7,14})[.,]0+$/;

/** A cell's barcodes, separated by commas or spaces, as they are stored. */
const readBarcodes = (text: string): CellResult<string> => {
  if (NO_BARCODE.test(text)) return { value: '[]' };
  if (text.length > MAX_TEXT || ROUNDED.test(text)) return { problem: 'NOT_A_BARCODE' };
  const barcodes = splitBarcodes(WITH_DECIMALS.exec(text)?.[1] ?? text);
  if (barcodes.length > MAX_BARCODES) return { problem: 'TOO_MANY_BARCODES' };
  const faults = barcodes.map(barcodeFault);
  if (faults.includes('check_digit')) return { problem: 'WRONG_CHECK_DIGIT' };
  return faults.some((fault) => fault !== undefined)
    ? { problem: 'NOT_A_BARCODE' }
    : { value: JSON.stringify(barcodes) };
};

const readColor = (text: string): CellResult<ChosenColor> => {
  const color = within(text, (word) => COLORS.get(fold(word)));
  return color === undefined ? { problem: 'NOT_A_COLOR' } : { value: color };
};

/** A cell's numbers of tax rates, separated by commas or spaces, as they are stored. */
const readTaxes = (text: string): CellResult<string> => {
  const taxes = within(text, splitTaxes);
  return taxes === undefined ? { problem: 'NOT_TAX_RATES' } : { value: JSON.stringify(taxes) };
};

const readUktzed = (text: string): CellResult<string> => {
  const code = within(text, plainUktzed);
  return code === '' || (code !== undefined && isUktzed(code)) ? { value: code } : { problem: 'NOT_UKTZED' };
};

type Language = 'uk' | 'en';

/** A product as a file shows it. */
export type WrittenProduct = Omit<ProductValues, 'category_id' | 'unit_id'> & {
  /** Undefined: a new product. */
  code: number | undefined;
  category_name: string;
  unit_name: string;
};

interface Field {
  /** Names of the column in Kramar's own files. */
  title: Record<Language, string>;
  /** Names that are better than the title where a file has both. */
  preferred?: readonly string[];
  /**
   * Names in files of other programs, the most likely first: Prom.ua, Rozetka, Horoshop, OpenCart, WooCommerce, 1C and
   * BAS in both languages, Poster, Checkbox, Loyverse, Square, Torgsoft.
   */
  names: readonly string[];
  /** Of a sheet's column, in characters. */
  width: number;
  write(product: WrittenProduct, language: Language): string;
  /** Reads the text of a cell as the value to be stored; absent: it takes the catalog, or the other cells, to read it. */
  read?: (cell: string) => CellResult<string | number>;
}

const yesNo = (flag: 0 | 1, language: Language): string => YES_NO[language][flag === 1 ? 'yes' : 'no'];

export const storedBarcodes = (stored: string): string[] => JSON.parse(stored) as string[];

const text =
  (field: ProductColumn, max: number = MAX_LENGTH.name) =>
  (cell: string) =>
    readText(field, cell, max);

/** Each column of a file of products: what it is called, and how a product is written into it and read from it. */
export const FIELDS: Record<ProductColumn, Field> = {
  code: {
    title: { uk: 'Код', en: 'Code' },
    names: ['номенклатура код'],
    width: 8,
    write: ({ code }) => (code === undefined ? '' : String(code)),
  },
  name: {
    title: { uk: 'Назва', en: 'Name' },
    preferred: [
      ...['назва позиції укр', 'назва ua', 'назва uk', 'назва укр', 'назва українською', 'name uk ua'],
      ...['name uk', 'name ua', 'назва товару ua', 'назва товару укр', 'назва модифікації ua', 'название ua'],
    ],
    names: [
      ...['назва товару', 'назва позиції', 'найменування', 'найменування товару', 'назва номенклатури'],
      ...['номенклатура', 'номенклатура найменування', 'номенклатура наименование', 'назва послуги', 'товар'],
      ...['наименование', 'название', 'наименование товара', 'название товара', 'название позиции'],
      ...['товары работы услуги', 'товари роботи послуги', 'product name', 'item name', 'product', 'item'],
      ...['title', 'menu item', 'name en gb', 'name ru ru', 'назва ru', 'название ru', 'name ru'],
      ...['найменування повне', 'повне найменування'],
    ],
    width: 40,
    write: ({ name }) => name,
    read: text('name'),
  },
  price: {
    title: { uk: 'Ціна', en: 'Price' },
    preferred: [
      ...['роздрібна ціна', 'ціна роздрібна', 'розн ціна', 'ціна розн', 'роздрібна', 'ціна продажу'],
      ...['розничная цена', 'цена розничная', 'розн цена', 'цена розн', 'розничная', 'цена продажи'],
      ...['regular price', 'retail price'],
    ],
    names: [
      ...['цена', 'ціна з пдв', 'цена с ндс', 'ціна за одиницю', 'цена за единицу', 'ціна ррц', 'ррц'],
      ...['ціна базова', 'default price', 'selling price', 'unit price', 'price uah'],
      // In WooCommerce this is the promotional price, beside "Regular price"; in tills the price at all.
      ...['вартість', 'стоимость', 'sale price'],
    ],
    width: 12,
    write: ({ price }) => priceText(price),
  },
  article: {
    title: { uk: 'Артикул', en: 'Article' },
    names: [
      ...['sku', 'арт', 'номенклатура артикул', 'артикул товару', 'артикул товара'],
      ...['код товару постачальника', 'article number', 'vendor code', 'vendorcode', 'item number'],
      ...['код товару', 'код товара', 'model', 'модель'],
    ],
    width: 16,
    write: ({ article }) => article,
    read: text('article', MAX_LENGTH.code),
  },
  external_code: {
    title: { uk: 'Зовнішній код', en: 'External code' },
    names: [
      ...['зовнішній ід', 'зовнішній id', 'внешний код', 'external id', 'код 1с', 'код 1c'],
      ...['унікальний ідентифікатор', 'уникальный идентификатор', 'ідентифікатор товару'],
      ...['идентификатор товара', 'product id', 'handle', 'token', 'код номенклатури', 'код номенклатуры'],
      ...['код товару', 'код товара'],
    ],
    width: 16,
    write: ({ external_code }) => external_code,
    read: text('external_code', MAX_LENGTH.code),
  },
  category: {
    title: { uk: 'Категорія', en: 'Category' },
    names: [
      ...['назва групи укр', 'категорія ua', 'розділ ua', 'категорія товару', 'група товарів'],
      ...['товарна група', 'назва групи', 'група', 'розділ', 'категория', 'категория товара', 'группа'],
      ...['группа товаров', 'раздел', 'название группы', 'вид товару', 'товарная группа'],
      ...['номенклатура група', 'вид номенклатури', 'product category', 'categories', 'group', 'menu group'],
      ...['reporting category', 'department'],
    ],
    width: 20,
    write: ({ category_name }) => category_name,
  },
  unit: {
    title: { uk: 'Одиниця', en: 'Unit' },
    names: [
      ...['одиниця виміру', 'одиниці виміру', 'од виміру', 'од вим', 'од', 'одиниці', 'одиниця вимірювання'],
      ...['базова одиниця', 'базова одиниця виміру', 'единица', 'единица измерения', 'ед измерения'],
      ...['ед изм', 'ед', 'базовая единица', 'базовая единица измерения', 'units', 'unit of measure', 'uom'],
      'measure',
    ],
    width: 12,
    write: ({ unit_name }) => unit_name,
  },
  name_for_docs: {
    title: { uk: 'Назва для документів', en: 'Name for documents' },
    names: ['назва для чека', 'назва в документах', 'name in documents', 'document name', 'назва для друку'],
    width: 40,
    write: ({ name_for_docs }) => name_for_docs,
    read: text('name_for_docs'),
  },
  is_archived: {
    title: { uk: 'В архіві', en: 'Archived' },
    names: ['архів', 'архівний', 'архівовано', 'архив', 'в архиве', 'archive', 'is archived'],
    width: 10,
    write: ({ is_archived }, language) => yesNo(is_archived, language),
    read: readBoolean,
  },
  barcodes: {
    title: { uk: 'Штрихкоди', en: 'Barcodes' },
    names: [
      ...['штрихкод', 'штрих код', 'штрих коди', 'штрихкод товару', 'штрихкоды', 'штрих коды', 'шк'],
      ...['штрихкод ean', 'barcode', 'bar code', 'bar codes', 'ean', 'ean 13', 'ean13', 'ean 8', 'gtin'],
      ...['gtin upc ean or isbn', 'upc'],
    ],
    width: 30,
    write: ({ barcodes }) => joinBarcodes(storedBarcodes(barcodes)),
    read: readBarcodes,
  },
  tile_color: {
    title: { uk: 'Колір плитки', en: 'Tile color' },
    names: ['tile colour', 'колір', 'color', 'colour'],
    width: 14,
    write: ({ tile_color }, language) => COLOR_NAMES[language][tile_color as ChosenColor],
    read: readColor,
  },
  is_favorite: {
    title: { uk: 'Улюблений', en: 'Favorite' },
    names: ['улюблене', 'favourite', 'is favourite'],
    width: 12,
    write: ({ is_favorite }, language) => yesNo(is_favorite, language),
    read: readBoolean,
  },
  tax: {
    title: { uk: 'Податкові ставки', en: 'Tax rates' },
    // Not «ПДВ»: such columns hold percents, not the register's numbers of rates.
    names: ['податкова ставка', 'податки', 'tax rate', 'taxes'],
    width: 12,
    write: ({ tax }) => joinTaxes(JSON.parse(tax) as number[]),
    read: readTaxes,
  },
  uktzed: {
    title: { uk: 'Код УКТЗЕД', en: 'UKTZED code' },
    names: ['уктзед', 'укт зед', 'код укт зед', 'укт вэд', 'код укт вэд', 'уктвэд', 'uktzed', 'ukt zed'],
    width: 14,
    write: ({ uktzed }) => uktzed,
    read: readUktzed,
  },
  header: {
    title: { uk: 'Текст перед назвою', en: 'Text before the name' },
    names: [],
    width: 30,
    write: ({ header }) => header,
    read: text('header', MAX_RECEIPT_TEXT),
  },
  footer: {
    title: { uk: 'Текст після назви', en: 'Text after the name' },
    names: [],
    width: 30,
    write: ({ footer }) => footer,
    read: text('footer', MAX_RECEIPT_TEXT),
  },
};
