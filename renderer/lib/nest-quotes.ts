/**
 * Quotes within quotes take the inner marks, as Ukrainian sets them: «ФОП „Зерно“», never «ФОП «Зерно»». A text whose
 * marks do not pair up stays as it is, for nobody knows what was meant.
 */
export const nestQuotes = (text: string): string => {
  let depth = 0;
  let isPaired = true;
  const nested = text.replaceAll(/[«»]/gu, (mark) => {
    const at = mark === '«' ? ++depth : depth--;
    if (at < 1) isPaired = false;
    if (at < 2) return mark;
    return mark === '«' ? '„' : '“';
  });
  return isPaired && depth === 0 ? nested : text;
};
