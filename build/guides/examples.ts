import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Long examples stand in the English pages alone; the Ukrainian ones link to them there. */

/** As GitHub makes ids of headings: links inside the files are written for it. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A line of its own: `[Код: curl, Python](start.md#the-first-sale)`. */
const LINK = /^\[Код: [^\]]+\]\(([\w-]+\.md)#([\w-]+)\)$/gm;

/** From the first block of code, and the bold name of its language above it, to the last one. */
const EXAMPLES = /^(?:\*\*[^*\n]+\*\*\n\n)?```[\s\S]*^```$/m;

const examplesOf = (page: string, slug: string): string | undefined => {
  const section = page.split(/^(?=## )/m).find((part) => slugOf(/^## (.+)$/m.exec(part)?.[1] ?? '') === slug);
  return section && EXAMPLES.exec(section)?.[0];
};

/**
 * A page with the examples in the place of each link to them.
 * @param folder of the page
 * @throws Error when a link leads to none
 */
export const withExamples = (page: string, folder: string): string =>
  page.replaceAll(LINK, (link, file: string, slug: string) => {
    const examples = examplesOf(readFileSync(join(folder, file), 'utf8'), slug);
    if (examples === undefined) throw new Error(`${link} leads to no examples.`);
    return examples;
  });
