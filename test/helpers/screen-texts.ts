import type { Texts } from '../../renderer/i18n/index.ts';
import { formatCount } from '../../renderer/lib/count.ts';
import { nestQuotes } from '../../renderer/lib/nest-quotes.ts';

type Tree = { [key: string]: string | Tree };
type Plural = 'one' | 'few' | 'many' | 'other';
type Singular<Key extends string> = Key extends `${infer Name}_${Plural}` ? Name : Key;
type Keys<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string ? Singular<Key> : `${Key}.${Keys<Part[Key]>}`;
}[keyof Part & string];

/** `invoices:table.status` */
export type TextKey = { [Name in keyof Texts]: `${Name}:${Keys<Texts[Name]>}` }[keyof Texts];

type Values = Record<string, string | number>;
type Language = 'uk' | 'en';

/** Reads a file of texts: tests in a browser and those outside of it do that each in their own way. */
type Catalogue = (language: Language, namespace: string) => unknown;

const PLACE = /\{\{(\w+)\}\}/g;

/** An accessible name has plain spaces where the text has those that do not break. */
const escaped = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+');

/** Matches anything that contains a text, such as a link with its shortcut beside it. */
export const containing = (text: string): RegExp => new RegExp(escaped(text));

/** The texts that the screens show, for tests that read them. */
export const createTexts = (catalogue: Catalogue) => {
  const template = (language: Language, name: string, { count }: Values): string => {
    const [namespace = '', key = ''] = name.split(':');
    const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : 'other';
    const find = (path: string): string | Tree | undefined => {
      let found: string | Tree | undefined = catalogue(language, namespace) as Tree | undefined;
      for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
      return found;
    };
    const text = find(`${key}_${form}`) ?? find(key);
    if (typeof text !== 'string') throw new Error(`There is no text ${name} in ${language}.`);
    return text;
  };

  /**
   * The texts of a language as the screens show them. A key is typed, so a text that is renamed or removed fails the
   * type check, and one that is reworded changes no test.
   * @returns the text with its places filled; `count` chooses the plural form, and fills `total` as the screens do
   */
  const textsOf =
    (language: Language) =>
    (name: TextKey, values: Values = {}): string => {
      const { count } = values;
      const known: Values = typeof count === 'number' ? { total: formatCount(count), ...values } : values;
      const filled = template(language, name, known).replaceAll(PLACE, (_, place: string) => {
        const value = known[place];
        if (value === undefined) throw new Error(`${name} needs a value for ${place}.`);
        return String(value);
      });
      return nestQuotes(filled);
    };

  /** A text in which the places that are given no value match anything. */
  const pattern = (name: TextKey, values: Values = {}, language: Language = 'uk'): RegExp => {
    const [head = '', ...rest] = template(language, name, values).split(PLACE);
    const parts = rest.map((part, at) => {
      if (at % 2 === 1) return escaped(part);
      const value = values[part];
      return value === undefined ? '.+' : escaped(String(value));
    });
    return new RegExp(`^${escaped(head)}${parts.join('')}$`, 's');
  };

  return { textsOf, pattern };
};
