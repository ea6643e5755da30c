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

/** The manifest of the package in that folder; undefined: there is none. */
const manifestIn = (folder: string): Manifest | undefined => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** Lists these packages as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/): `npm sbom` leaves out what is bundled. */
export const billOfMaterials = (folders: Iterable<string>): string => {
  const components = new Map<string, object>();
  for (const folder of folders) {
    const manifest = manifestIn(folder);
    if (!manifest) continue;
    const { name, version, license } = manifest;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licenses = license === undefined ? {} : { licenses: [{ expression: license }] };
    components.set(purl, { type: 'library', 'bom-ref': purl, name, version, purl, ...licenses });
  }
  const sorted = [...components].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: sorted };
  return `${JSON.stringify(bom, null, 2)}\n`;
};

/** Joins the licences of these packages: they require a copy with every distribution. */
export const licenceText = (folders: Iterable<string>): string => {
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const manifest = manifestIn(folder);
    if (!manifest) continue;
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
