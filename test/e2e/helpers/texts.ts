import { readFileSync } from 'node:fs';
import { createTexts } from '../../helpers/screen-texts.ts';

export { containing } from '../../helpers/screen-texts.ts';

const files = new Map<string, unknown>();

export const { textsOf, pattern } = createTexts((language, namespace) => {
  const path = `../../../renderer/i18n/locales/${language}/${namespace}.json`;
  const tree = files.get(path) ?? JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  files.set(path, tree);
  return tree;
});

/** The texts of the language that most specs read the screens in. */
export const t = textsOf('uk');
/** The texts of the specs in English. */
export const en = textsOf('en');
