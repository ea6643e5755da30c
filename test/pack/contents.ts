import { posix } from 'node:path';
import { DOCS_FILES } from '../../main/platform/places-on-disk.ts';

interface Content {
  path: string;
  /** Undefined: it lies beside the archive. */
  bytes: Buffer | undefined;
}

/** The only packages that are not part of the bundle, and what of them goes along. */
const MODULES = [
  /^node_modules\/better-sqlite3\/(package\.json|lib\/[\w-]+\.js|lib\/methods\/\w+\.js)$/,
  /^node_modules\/better-sqlite3\/prebuilds\/[\w-]+\.node$/,
  /^node_modules\/@napi-rs\/keyring\/(package\.json|index\.js)$/,
  /^node_modules\/@napi-rs\/keyring-[\w-]+\/(package\.json|[\w.-]+\.node)$/,
];
const OURS = [
  /^package\.json$/,
  /^dist\/main\/(?!(headless|cli)\.mjs$)[\w-]+\.mjs$/,
  /^dist\/preload\/preload\.cjs$/,
  /^dist\/renderer\/(index\.html|icon\.svg|assets\/[\w@.-]+)$/,
  new RegExp(`^dist/docs/(${DOCS_FILES.map((name) => name.replaceAll('.', '\\.')).join('|')})$`),
  /^dist\/icons\/[\w@-]+\.(png|ico)$/,
];
const NEEDED = [
  'package.json',
  'dist/main/index.mjs',
  'dist/main/worker.mjs',
  'dist/preload/preload.cjs',
  'dist/renderer/index.html',
  ...DOCS_FILES.map((name) => `dist/docs/${name}`),
  ...['icon.png', 'icon.ico', 'tray.png', 'tray.ico', 'trayTemplate.png'].map((name) => `dist/icons/${name}`),
];
/** What must lie beside the archive. */
const OUTSIDE = /\.node$|^dist\/main\/worker[.-]/;
const SECRETS =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[pousr]_\w{30,}|\bnpm_[A-Za-z0-9]{30,}|\bAKIA[0-9A-Z]{16}\b|_authToken=/;
/** Swagger's own style sheet names one that is not taken along. */
const MAP = /\/[/*][#@] sourceMappingURL=(?!data:)/;

/**
 * What is in the package and should not be, and the other way round.
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
  const natives = files.filter(({ path }) => path.endsWith('.node'));
  const [sqlite, keyring] = ['better-sqlite3', '@napi-rs'].map((name) =>
    natives
      .filter(({ path }) => path.startsWith(`node_modules/${name}/`))
      .map(({ path }) => posix.basename(path)),
  );
  return [
    ...(sqlite?.join() === `${target}.node`
      ? []
      : [`prebuilds of better-sqlite3: ${sqlite?.join() || 'none'}`]),
    ...(keyring?.length === 1 && keyring[0]?.startsWith(`keyring.${target}`)
      ? []
      : [`native files of keyring: ${keyring?.join() || 'none'}`]),
    ...files
      .filter(({ path, bytes }) => bytes && OUTSIDE.test(path))
      .map(({ path }) => `${path} is in the archive: no system loads it there`),
  ];
};

const faultsOfText = (path: string, text: string, machine: string): string[] => [
  ...(SECRETS.test(text) ? [`${path} holds what looks like a secret`] : []),
  ...(MAP.test(text) && !path.startsWith('dist/docs/') ? [`${path} names a source map`] : []),
  ...(text.includes(machine) ? [`${path} names a place of the machine that built it`] : []),
];

/** Chunks name each other; one that was left out would be found missing only when it is needed. */
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
