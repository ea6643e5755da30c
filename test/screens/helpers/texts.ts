import { createTexts } from '../../helpers/screen-texts.ts';

export { containing } from '../../helpers/screen-texts.ts';

const files = import.meta.glob('../../../renderer/i18n/locales/*/*.json', { eager: true, import: 'default' });

const { textsOf } = createTexts(
  (language, namespace) => files[`../../../renderer/i18n/locales/${language}/${namespace}.json`],
);

/** The texts of the language that most tests read the screens in. */
export const t = textsOf('uk');
/** The texts of the tests in English. */
export const en = textsOf('en');
