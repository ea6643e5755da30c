const LOCALES = { uk: 'uk-UA', en: 'en-GB' };
const STEP = 1000;
const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1,2 МБ`; at least one kilobyte. @param bytes integer */
export const formatSize = (bytes: number, language: keyof typeof LOCALES): string => {
  const power = Math.min(
    Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)), 1),
    UNITS.length,
  );
  const value = Math.max(bytes / STEP ** power, power === 1 ? 1 : 0);
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit: UNITS[power - 1] ?? 'gigabyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
};
