import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name?: string };
  homepage?: string;
}

/** `…/node_modules/@scope/name/lib/x.js` → `…/node_modules/@scope/name`; undefined for our own modules. */
export const packageFolder = (module: string): string | undefined =>
  /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/?]+)[\\/]/.exec(module)?.[1];

/** Joins the licences of these packages: they require a copy with every distribution. */
export const licenceText = (folders: Iterable<string>): string => {
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
    texts.set(`${manifest.name} ${manifest.version}`, section(folder, manifest));
  }
  const names = [...texts.keys()].sort();
  const head = `Kramar contains the work of others, under their terms:\n\n${names.join('\n')}\n`;
  return [head, ...names.map((name) => texts.get(name))].join('\n');
};

const section = (folder: string, { name, version, license, author, homepage }: Manifest): string => {
  const by = typeof author === 'string' ? author : author?.name;
  const head = [`${name} ${version}`, license, by, homepage].filter((line) => line !== undefined);
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${'='.repeat(80)}\n${[head.join('\n'), ...texts].join('\n\n')}\n`;
};
