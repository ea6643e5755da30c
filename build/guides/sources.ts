import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { GUIDE_NAMES, type GuideLanguage, type GuideName, guidePath } from '../../shared/guides.ts';
import { withExamples } from './examples.ts';
import { SERVED_FILES } from './served-files.ts';

/** Which Markdown file of docs/ a guide is made of. */

/** A guide without its own translation is shown in English. */
const translated = (base: string): Record<GuideLanguage, readonly string[]> => ({
  uk: [`${base}.uk.md`, `${base}.md`],
  en: [`${base}.md`],
});

/** Files of a guide under docs/ by language, the preferred first. */
const FILES = Object.fromEntries(
  GUIDE_NAMES.map((name) => [name, name === 'till' ? translated('till/README') : translated(name)]),
) as Record<GuideName, Record<GuideLanguage, readonly string[]>>;
FILES.owner = { uk: ['for-the-owner.uk.md'], en: ['for-the-owner.en.md'] };
FILES['income-book'] = { uk: ['income-book.uk.md'], en: ['income-book.en.md'] };

/** The clients for tills, served as they are: under docs/, and under /docs/. */
export const CLIENTS = 'till/clients';

/** The address of a file that is no guide; undefined: it is not served. */
const fileAddress = (file: string): string | undefined => {
  if (file === 'openapi.json') return '/api/v1/openapi.json';
  const isClient = file.startsWith(`${CLIENTS}/`) && !file.endsWith('.md');
  return isClient || SERVED_FILES.includes(file) ? `/docs/${file}` : undefined;
};

interface Source {
  text: string;
  /** Its path under docs/. */
  file: string;
  /** The language that the text is in. */
  language: GuideLanguage;
}

/** Reads the text of a guide. @throws Error when docs/ has none of its files */
export const readSource = (docs: string, name: GuideName, language: GuideLanguage): Source => {
  const file = FILES[name][language].find((each) => existsSync(join(docs, each)));
  if (file === undefined) throw new Error(`docs/ has no text for the guide "${name}" (${language}).`);
  const path = join(docs, file);
  const text = withExamples(readFileSync(path, 'utf8'), dirname(path));
  return { text, file, language: FILES[name].en.includes(file) ? 'en' : language };
};

const GUIDE_OF_FILE = new Map(
  GUIDE_NAMES.flatMap((name) =>
    Object.values(FILES[name]).flatMap((files) => files.map((file) => [file, name] as const)),
  ),
);

interface LinkContext {
  language: GuideLanguage;
  /** The file that has the link. */
  from: string;
  /** The id of a heading in a guide, by its slug there. */
  idOf: (guide: GuideName, language: GuideLanguage, slug: string) => string;
}

/**
 * The address of a link between the files of docs/: another guide, in the same language.
 * @throws Error for a file that is not served, so that no guide names one
 */
export const resolveLink = (href: string, { language, from, idOf }: LinkContext): string => {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = posix.join(posix.dirname(from), path);
  const other = fileAddress(file);
  if (other !== undefined) return other;
  const guide = GUIDE_OF_FILE.get(file);
  if (guide === undefined) throw new Error(`${from} links to ${href}, which the program does not serve.`);
  const target = FILES.owner.uk.includes(file) ? 'uk' : FILES.owner.en.includes(file) ? 'en' : language;
  return guidePath(guide, target, anchor && idOf(guide, target, decodeURIComponent(anchor)));
};

/** Folder of docs/ with the guides' images. */
export const IMAGES = 'images';

/**
 * The address of an image of a guide.
 * @param href `images/today-uk.png`
 * @throws Error for a file outside of that folder, which is not served
 */
export const imageAddress = (href: string): string => {
  if (!/^images\/[\w-]+\.png$/.test(href))
    throw new Error(`A guide shows ${href}: its images are PNG files of docs/${IMAGES}.`);
  return `/docs/guide/${href}`;
};
