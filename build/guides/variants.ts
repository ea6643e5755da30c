import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from 'marked';

/** What a page shows of its Markdown in a form of its own: the same example in several languages, and drawings. */

/** The programming languages of the examples, by the bold line above each block. */
export const CODES = {
  curl: 'curl',
  Python: 'python',
  JavaScript: 'js',
  PHP: 'php',
  'C#': 'csharp',
} as const;
type CodeName = keyof typeof CODES;

interface Variant {
  code: CodeName;
  block: Token;
}

const codeNameOf = (token: Token | undefined): CodeName | undefined => {
  if (token?.type !== 'paragraph') return undefined;
  const [, name] = /^\*\*([^*]+)\*\*$/.exec(token.text.trim()) ?? [];
  return (Object.keys(CODES) as CodeName[]).find((each) => each === name);
};

/** Replaces each run of a bold language name and its block of code by the list of these blocks. */
export const withVariants = (tokens: readonly Token[]): (Token | Variant[])[] => {
  const parts: (Token | Variant[])[] = [];
  const solid = tokens.filter(({ type }) => type !== 'space');
  for (let at = 0; at < solid.length; at += 1) {
    const token = solid[at] as Token;
    const code = codeNameOf(token);
    const block = solid[at + 1];
    if (code === undefined || block?.type !== 'code') {
      parts.push(token);
      continue;
    }
    const last = parts.at(-1);
    if (Array.isArray(last)) last.push({ code, block });
    else parts.push([{ code, block }]);
    at += 1;
  }
  return parts;
};

/** Without JavaScript all are shown; guide.js shows the chosen one. */
export const variantsOf = (parts: readonly { code: CodeName; html: string }[]): string =>
  `<div class="variants">\n${parts
    .map(({ code, html }) => `<div data-code="${CODES[code]}"><p>${code}</p>\n${html}</div>\n`)
    .join('')}</div>\n`;

/** Puts a drawing into the page itself, so that it takes the colours of the page. @param folder of the page's file */
export const withPictures = (html: string, folder: string): string =>
  html.replaceAll(
    /<p><img src="([^"]+\.svg)" alt="([^"]*)"><\/p>/g,
    (_, source: string, text: string) =>
      `<div class="picture" role="img" aria-label="${text}" tabindex="0">${readFileSync(join(folder, source), 'utf8')}</div>`,
  );
