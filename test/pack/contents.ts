import { posix } from 'node:path';
import { SERVED_FILES } from '../../build/guides/served-files.ts';
import { DOCS_FILES } from '../../main/platform/places-on-disk.ts';
import { GUIDE_LANGUAGES, GUIDE_NAMES } from '../../shared/guides.ts';

interface Content {
  path: string;
  /** Undefined: it lies beside the archive. */
  bytes: Buffer | undefined;
}

/** The only packages that are not part of the bundle, and the files of them that are packed. */
const MODULES = [
  /^node_modules\/better-sqlite3\/(package\.json|lib\/[\w-]+\.js|lib\/methods\/\w+\.js)$/,
  /^node_modules\/better-sqlite3\/prebuilds\/[\w-]+\.node$/,
  /^node_modules\/@napi-rs\/keyring\/(package\.json|index\.js)$/,
  /^node_modules\/@napi-rs\/keyring-[\w-]+\/(package\.json|[\w.-]+\.node)$/,
  /^node_modules\/@github\/keytar\/(package\.json|lib\/keytar\.js|prebuilds\/[\w-]+\/keytar\.node)$/,
];
const OURS = [
  /^package\.json$/,
  /^dist\/main\/(?!(headless|cli)\.mjs$)[\w-]+\.mjs$/,
  /^dist\/main\/(thread-modules\.json|schema\.sql)$/,
  /^dist\/preload\/preload\.cjs$/,
  /^dist\/renderer\/(index\.html|icon\.svg|assets\/[\w@.-]+)$/,
  new RegExp(`^dist/docs/(${DOCS_FILES.map((name) => name.replaceAll('.', '\\.')).join('|')})$`),
  new RegExp(`^dist/guides/(${SERVED_FILES.map((name) => name.replaceAll('.', '\\.')).join('|')})$`),
  new RegExp(`^dist/guides/(${GUIDE_NAMES.join('|')})/(${GUIDE_LANGUAGES.join('|')})/index\\.html$`),
  /^dist\/guides\/guide\/images\/[\w.-]+\.(png|svg)$/,
  /^dist\/guides\/till\/clients\/(till\.(py|php|mjs|cs)|1c\/kramar\.bsl)$/,
  /^dist\/guides\/guide\/(guide\.(css|js)|search-(uk|en)\.json|inter-[\w-]+\.woff2)$/,
  /^dist\/icons\/[\w@-]+\.(png|ico)$/,
];
/** The owner's and the till's guide in each language, what their pages load, and what tills' programmers import. */
export const GUIDE_FILES = [
  ...['owner', 'till'].flatMap((name) =>
    GUIDE_LANGUAGES.map((language) => `dist/guides/${name}/${language}/index.html`),
  ),
  ...['guide.css', 'guide.js', 'search-uk.json', 'search-en.json'].map((name) => `dist/guides/guide/${name}`),
  ...SERVED_FILES.map((name) => `dist/guides/${name}`),
];
const NEEDED = [
  'package.json',
  'dist/main/index.mjs',
  'dist/main/worker.mjs',
  'dist/main/thread-modules.json',
  'dist/main/schema.sql',
  'dist/preload/preload.cjs',
  'dist/renderer/index.html',
  ...DOCS_FILES.map((name) => `dist/docs/${name}`),
  ...GUIDE_FILES,
  ...['icon.png', 'icon.ico', 'tray.png', 'tray.ico', 'trayTemplate.png'].map((name) => `dist/icons/${name}`),
];
/** Files that must lie beside the archive. */
const OUTSIDE = /\.node$|^dist\/main\/(worker[.-]|schema\.sql$)/;
const SECRETS =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[pousr]_\w{30,}|\bnpm_[A-Za-z0-9]{30,}|\bAKIA[0-9A-Z]{16}\b|_authToken=/;
/** Swagger's own style sheet names a file that is not packed. */
const MAP = /\/[/*][#@] sourceMappingURL=(?!data:)/;

/**
 * Files that should not be in the package, and missing ones.
 * @param machine the folder in which it was built
 */
export const faultsOfContents = (files: readonly Content[], target: string, machine: string): string[] => {
  const paths = files.map(({ path }) => path);
  return [
    ...paths
      .filter((path) => ![...OURS, ...MODULES].some((may) => may.test(path)))
      .map((path) => `${path} is not meant to be in it`),
    ...NEEDED.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
    ...faultsOfNatives(files, target),
    ...files.flatMap(({ path, bytes }) => faultsOfText(path, bytes?.toString('latin1') ?? '', machine)),
    ...faultsOfImports(files),
  ];
};

const faultsOfNatives = (files: readonly Content[], target: string): string[] => {
  const natives = files.map(({ path }) => path).filter((path) => path.endsWith('.node'));
  const [sqlite, ...keychains] = ['better-sqlite3/', '@napi-rs/', '@github/keytar/'].map((name) =>
    natives
      .filter((path) => path.startsWith(`node_modules/${name}`))
      .map((path) => path.slice(`node_modules/${name}`.length)),
  );
  const keychain = keychains.flat().join();
  return [
    ...(sqlite?.join() === `prebuilds/${target}.node`
      ? []
      : [`native files of better-sqlite3: ${sqlite?.join() || 'none'}`]),
    ...(isKeychainOf(target, keychain) ? [] : [`native files of the keychain: ${keychain || 'none'}`]),
    ...files
      .filter(({ path, bytes }) => bytes && OUTSIDE.test(path))
      .map(({ path }) => `${path} is in the archive: no system loads it there`),
  ];
};

/** Windows has another package (main/platform/keychain.ts). */
const isKeychainOf = (target: string, file: string): boolean =>
  target.startsWith('win32')
    ? file === `prebuilds/${target}/keytar.node`
    : new RegExp(`^keyring-${target}(-gnu)?/keyring\\.${target}(-gnu)?\\.node$`).test(file);

const faultsOfText = (path: string, text: string, machine: string): string[] => [
  ...(SECRETS.test(text) ? [`${path} holds what looks like a secret`] : []),
  ...(MAP.test(text) && !path.startsWith('dist/docs/') ? [`${path} names a source map`] : []),
  ...(text.includes(machine) ? [`${path} names a place of the machine that built it`] : []),
];

/** Chunks name each other; a missing one would be noticed only when it is needed. */
const faultsOfImports = (files: readonly Content[]): string[] => {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path, bytes }) => bytes && /^dist\/main\/.*\.mjs$/.test(path))
    .flatMap(({ path, bytes }) =>
      [...(bytes?.toString() ?? '').matchAll(/(?:^import|\bfrom|\bimport\()\s*"(\.\/[^"]+)"/gm)]
        .map(([, target = '']) => posix.join(posix.dirname(path), target))
        .filter((target) => !paths.has(target))
        .map((target) => `${path} needs ${target}, which is missing`),
    );
};
