import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm run types`: writes main/store/db/tables.ts, which is not in git: the types of all tables, from
 * main/store/schema/schema.sql. A union and a Bit come from `check (x in (…))`; where a type cannot be seen so,
 * the comment of its column begins with it in braces.
 */

const path = (relative: string) => fileURLToPath(new URL(`../main/store/${relative}`, import.meta.url));

/** Where the types are that comments name. */
const SOURCES: Readonly<Record<string, string>> = {
  ActionFault: 'shared/actions.ts',
  ActionObject: 'shared/actions.ts',
  EventType: 'shared/api/events.ts',
  PrintFault: 'shared/api/printing.ts',
  FiscalService: 'shared/api/statuses.ts',
  InvoiceStatus: 'shared/api/statuses.ts',
};

const TABLE = /((?:^--.*\n)*)^create table (\w+) \(\n([\s\S]*?)^\) strict/gm;
/** A column with the comments before it and behind it. */
const COLUMN = /((?:^ +--.*\n)*)^ {2}(\w+) (integer|text|blob)\b((?:.*\n(?= {4}))*.*)$/gm;
const SCALARS: Readonly<Record<string, string>> = { integer: 'number', text: 'string', blob: 'Uint8Array' };

const textOf = (comments: string): string =>
  comments
    .replaceAll(/^ *-- ?/gm, '')
    .trim()
    .replaceAll(/\s*\n/g, ' ');

const documented = (text: string, indent: string): string => (text === '' ? '' : `${indent}/** ${text} */\n`);

const checked = (name: string, rest: string): string | undefined => {
  const [, values] = new RegExp(`check \\(${name} in \\(([^)]*)\\)\\)`).exec(rest) ?? [];
  if (values === undefined) return undefined;
  return values === '0, 1' ? 'Bit' : values.split(/,\s*/).join(' | ');
};

const column = ([, before = '', name = '', scalar = '', rest = '']: RegExpExecArray): string => {
  const [declared = '', behind = ''] = rest.split(/ -- /, 2);
  const [, named, text = ''] = /^(?:\{(.*?)\} ?)?(.*)$/s.exec(textOf(before) || behind.trim()) ?? [];
  const isNullable = !/ not null| primary key/.test(declared);
  const type = `${named ?? checked(name, declared) ?? SCALARS[scalar]}${isNullable ? ' | null' : ''}`;
  const isMade = / autoincrement| default /.test(declared);
  return `${documented(text, '  ')}  ${name}: ${isMade ? `Generated<${type}>` : type};\n`;
};

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @param schema the text of schema.sql */
export const tableTypes = (schema: string): string => {
  const tables = [...schema.matchAll(TABLE)].map(([, comments = '', name = '', body = '']) => ({
    name,
    text: `${documented(textOf(comments), '')}export interface ${pascal(name)}Table {\n${[...body.matchAll(COLUMN)].map(column).join('')}}\n`,
  }));
  const used = tables.map(({ text }) => text).join('\n');
  const bySource = Object.entries(Object.groupBy(Object.keys(SOURCES), (name) => SOURCES[name] ?? ''));
  return [
    '// Written by build/table-types.ts from main/store/schema/schema.sql.\n',
    "import type { Generated } from 'kysely';\n",
    ...bySource.map(
      ([source, names = []]) => `import type { ${names.join(', ')} } from '../../../${source}';\n`,
    ),
    '\n/** SQLite has no boolean. */\nexport type Bit = 0 | 1;\n\n',
    used,
    '\n/** Full-text index by trigrams of `search_text`; the rowid is the id of the invoice. */\n',
    'interface InvoicesTextTable {\n  rowid: number;\n  search_text: string;\n}\n',
    '\nexport interface Tables {\n',
    ...[...tables.map(({ name }) => name), 'invoices_text'].map(
      (name) => `  ${name}: ${pascal(name)}Table;\n`,
    ),
    '}\n',
  ].join('');
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(path('db/tables.ts'), tableTypes(readFileSync(path('schema/schema.sql'), 'utf8')));
