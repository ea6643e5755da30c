export const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of the tags whose result depends on the scheme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
