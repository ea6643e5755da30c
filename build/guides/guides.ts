import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDE_LANGUAGES, GUIDE_NAMES, type GuideLanguage, guidePath } from '../../shared/guides.ts';
import { guideName, pageOf } from './page.ts';
import { type RenderedGuide, renderGuide } from './render.ts';
import { copyServedFiles } from './served-files.ts';
import { CLIENTS, IMAGES } from './sources.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FONT = '@fontsource-variable/inter/files';
/** The scripts that both languages need. */
const FONT_FILES = ['inter-cyrillic-wght-normal.woff2', 'inter-latin-wght-normal.woff2'];

interface SearchEntry {
  href: string;
  guide: string;
  title: string;
  text: string;
}

const entriesOf = (guide: RenderedGuide, name: string, path: string): SearchEntry[] =>
  guide.sections
    .filter(({ text }) => text !== '')
    .map(({ id, title, text }) => ({ href: id === '' ? path : `${path}#${id}`, guide: name, title, text }));

/**
 * Writes the guides of docs/ as pages, with a search index for each language, into `folder` (main/http/guides.ts
 * serves it at /docs/). An older content of the folder is removed.
 * @throws Error for a link to a file that is not served
 */
export const buildGuides = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  const put = (path: string, content: string): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  for (const language of GUIDE_LANGUAGES)
    put(`guide/search-${language}.json`, JSON.stringify(inLanguage(language, put)));
  copyServedFiles(join(ROOT, 'docs'), folder);
  for (const file of readdirSync(join(ROOT, 'docs', CLIENTS), { recursive: true, withFileTypes: true }))
    if (file.isFile() && !file.name.endsWith('.md')) {
      const path = relative(join(ROOT, 'docs'), join(file.parentPath, file.name));
      cpSync(join(ROOT, 'docs', path), join(folder, path));
    }
  for (const file of ['guide.css', 'guide.js'])
    cpSync(join(ROOT, 'build/guides', file), join(folder, 'guide', file));
  cpSync(join(ROOT, 'docs', IMAGES), join(folder, 'guide', IMAGES), { recursive: true });
  for (const file of FONT_FILES) cpSync(join(ROOT, 'node_modules', FONT, file), join(folder, 'guide', file));
};

/** Writes the pages of a language and returns its search index. */
const inLanguage = (language: GuideLanguage, put: (path: string, content: string) => void): SearchEntry[] =>
  GUIDE_NAMES.flatMap((name) => {
    const guide = renderGuide(join(ROOT, 'docs'), name, language);
    put(`${name}/${language}/index.html`, pageOf({ name, language, names: GUIDE_NAMES, guide }));
    return entriesOf(guide, guideName(name, language), guidePath(name, language));
  });
