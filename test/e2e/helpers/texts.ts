import { readFileSync } from 'node:fs';

type Tree = { [key: string]: string | Tree };

/** The texts of a language as the screens show them: `namespace:key`, places filled. */
export const textsOf =
  (language: 'uk' | 'en') =>
  (name: string, values: Record<string, string | number> = {}): string => {
    const [namespace = '', key = ''] = name.split(':');
    const file = new URL(`../../../renderer/i18n/locales/${language}/${namespace}.json`, import.meta.url);
    let found: string | Tree | undefined = JSON.parse(readFileSync(file, 'utf8')) as Tree;
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') throw new Error(`There is no text ${name} in ${language}.`);
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value]));
  };
