import { dirname, join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { type GuideLanguage, type GuideName, OWNER_SECTIONS } from '../../shared/guides.ts';
import { slugOf } from './examples.ts';
import { imageAddress, readSource, resolveLink } from './sources.ts';
import { variantsOf, withPictures, withVariants } from './variants.ts';

/** Turns a guide's Markdown into HTML with ids, and its sections into entries of the search index. */

interface GuideSection {
  /** "" for what comes before the first section. */
  id: string;
  level: number;
  title: string;
  /** Plain text without markup. */
  text: string;
}

export interface RenderedGuide {
  title: string;
  html: string;
  sections: GuideSection[];
  /** The language of the text, English where there is no translation. */
  textLanguage: GuideLanguage;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|amp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

const isSection = (token: Token): token is Tokens.Heading =>
  token.type === 'heading' && token.depth > 1 && token.depth < 4;

/** The ids of a guide's sections, the same in each language. */
const idsOf = (docs: string, name: GuideName, headings: readonly string[]): string[] => {
  const neutral = name === 'owner' ? [...OWNER_SECTIONS] : slugsOf(docs, name, 'en');
  if (neutral.length !== headings.length)
    throw new Error(
      `The guide "${name}" has ${headings.length} sections in one text, ${neutral.length} in the other.`,
    );
  return neutral;
};

const slugsOf = (docs: string, name: GuideName, language: GuideLanguage): string[] =>
  new Marked()
    .lexer(readSource(docs, name, language).text)
    .filter(isSection)
    .map(({ text }) => slugOf(text));

/** The id of a heading in another guide, whose slug there is in its language. */
const idIn =
  (docs: string) =>
  (name: GuideName, language: GuideLanguage, slug: string): string => {
    const slugs = slugsOf(docs, name, language);
    return idsOf(docs, name, slugs)[slugs.indexOf(slug)] ?? slug;
  };

/** @throws Error for a link to something that is not served, and for sections that differ between languages */
export const renderGuide = (docs: string, name: GuideName, language: GuideLanguage): RenderedGuide => {
  const { text, file, language: textLanguage } = readSource(docs, name, language);
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text);
  const headings = tokens.filter(isSection);
  const ids = idsOf(
    docs,
    name,
    headings.map((each) => each.text),
  );
  const idOfSlug = new Map(headings.map((each, at) => [slugOf(each.text), ids[at] ?? '']));
  const idOf = idIn(docs);
  // Synchronous: the callback gives no promise.
  void marked.walkTokens(tokens, (token) => {
    if (token.type === 'image' && !token.href.endsWith('.svg')) token.href = imageAddress(token.href);
    if (token.type !== 'link') return;
    const own = token.href.startsWith('#')
      ? idOfSlug.get(decodeURIComponent(token.href.slice(1)))
      : undefined;
    token.href = own === undefined ? resolveLink(token.href, { language, from: file, idOf }) : `#${own}`;
  });

  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text ?? name;
  const sections: GuideSection[] = [{ id: '', level: 1, title, text: '' }];
  const html = withVariants(tokens.filter((token) => !isLanguageLink(token)))
    .map((token) => {
      if (Array.isArray(token)) {
        const parts = token.map(({ code, block }) => ({ code, html: marked.parser([block]) }));
        const last = sections.at(-1);
        if (last) last.text = `${last.text} ${parts.map((part) => plainText(part.html)).join(' ')}`.trim();
        return withScrolledTables(variantsOf(parts));
      }
      if (isSection(token)) {
        const id = ids[headings.indexOf(token)] ?? '';
        const inner = marked.Parser.parseInline(token.tokens ?? [], marked.defaults);
        sections.push({ id, level: token.depth, title: plainText(inner), text: '' });
        return `<h${token.depth} id="${id}">${inner}</h${token.depth}>\n`;
      }
      const part = withPictures(withScrolledTables(marked.parser([token])), join(docs, dirname(file)));
      const last = sections.at(-1);
      if (last && token.type !== 'heading') last.text = `${last.text} ${plainText(part)}`.trim();
      return part;
    })
    .join('');
  return { title, html, sections, textLanguage };
};

/** The links at the top of a file, to the other language and to the contents: the page has both beside it. */
const isLanguageLink = (token: Token): boolean =>
  token.type === 'paragraph' &&
  /^\[[^\]]+\]\([\w./-]+\.md\)(?: · \[[^\]]+\]\([\w./-]+\.md\))*$/.test(token.text.trim());

/** A wide table or a long line of code scrolls by itself, by keyboard too. */
const withScrolledTables = (html: string): string =>
  html
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
