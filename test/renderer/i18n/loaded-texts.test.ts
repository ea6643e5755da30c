import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TEXTS } from '../../bench/load-sizes.ts';

const APP = fileURLToPath(new URL('../../../renderer/app/', import.meta.url));
const IMPORTED = /(?:from|^import) '(\.{1,2}\/[^']+\.tsx?)'/gm;
const NAMESPACE = /(?:useTranslation\(|TFunction<|\bns: )'([\w-]+)'/g;

const sources = new Map<string, string>();
const read = (file: string): string => {
  const source = sources.get(file) ?? readFileSync(file, 'utf8');
  sources.set(file, source);
  return source;
};

/** A file and its static imports; dynamic imports bring their own texts. */
const withImports = (file: string, all = new Set<string>()): Set<string> => {
  if (all.has(file)) return all;
  all.add(file);
  for (const [, path = ''] of read(file).matchAll(IMPORTED)) withImports(resolve(dirname(file), path), all);
  return all;
};

const namespacesOf = (file: string): string[] => [
  ...new Set(
    [...withImports(file)].flatMap((each) =>
      [...read(each).matchAll(NAMESPACE)].map(([, name = '']) => name),
    ),
  ),
];

/** `['today'], () => import('../features/today/today.tsx')`, in any form. */
const LOADED = /\[([^\]]*)\],\s*(?:load: part\()?(?:async )?\(\) =>\s*\(?(?:await )?import\('([^']+)'\)/g;
const LOADERS = ['screens.ts', 'session-gate.tsx', 'shell.tsx', 'today-with-actions.tsx', 'action-watch.tsx'];
const loaded = LOADERS.flatMap((name) =>
  [...read(`${APP}${name}`).matchAll(LOADED)].map(([, texts = '', path = '']): [string, string[]] => [
    path,
    [...texts.matchAll(/'([\w-]+)'/g)].map(([, text = '']) => text),
  ]),
);
const mainLoads = (call: RegExp): string[] =>
  [...(call.exec(read(`${APP}main.tsx`))?.[1]?.matchAll(/'([\w-]+)'/g) ?? [])].map(([, name = '']) => name);
const start = mainLoads(/startTexts\(\[([^\]]+)\]/);
/** Loaded while the sign-in is shown: no refusal can come before. */
const next = mainLoads(/loadTexts\(\[([^\]]+)\]/);
const common = [...start, ...next];

test('every dynamic import of the app is found here', () => {
  expect(start).toEqual(TEXTS.signIn);
  expect([...next, ...(Object.fromEntries(loaded)['./today-with-actions.tsx'] ?? [])]).toEqual(TEXTS.today);
  expect(loaded.length).toBe(
    LOADERS.reduce((sum, name) => sum + read(`${APP}${name}`).split('import(').length - 1, 0),
  );
});

test('the sign-in uses only texts that are loaded with it', () => {
  expect(namespacesOf(`${APP}main.tsx`).filter((name) => !common.includes(name))).toEqual([]);
});

test.each(loaded)('%s comes with the texts that it shows', (path, texts) => {
  expect(texts.toSorted()).toEqual(
    namespacesOf(resolve(APP, path))
      .filter((name) => !common.includes(name))
      .sort(),
  );
});
