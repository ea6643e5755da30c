import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blockOf } from '../clients/till-pages.ts';

// The module for 1C, which cannot be run here: that its text is whole, calls nothing that is not there, and speaks to
// addresses and fields of the API.

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const MODULE = read('../../docs/till/clients/1c/kramar.bsl');
const API = JSON.parse(read('../../docs/openapi.json')) as { paths: Record<string, Record<string, unknown>> };

/** Without comments and directives; strings are emptied. */
const codeOf = (text: string): string =>
  text
    .replaceAll(/"(?:[^"]|"")*"|\/\/.*$/gm, (part) => (part.startsWith('"') ? '""' : ''))
    .replaceAll(/^\s*#.*$/gm, '');
const wordsOf = (code: string): string[] => code.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];

/** What opens a block, and what must close it. */
const CLOSED_BY: Record<string, string> = {
  Функция: 'КонецФункции',
  Процедура: 'КонецПроцедуры',
  Если: 'КонецЕсли',
  Цикл: 'КонецЦикла',
  Попытка: 'КонецПопытки',
};
const CLOSING = new Set(Object.values(CLOSED_BY));

/** The first word that closes nothing, or a block that is never closed; undefined: all are closed in order. */
const unbalanced = (code: string): string | undefined => {
  const open: string[] = [];
  for (const word of wordsOf(code)) {
    const closing = CLOSED_BY[word];
    if (closing !== undefined) open.push(closing);
    else if (CLOSING.has(word) && open.pop() !== word) return word;
  }
  return open.at(-1);
};

/** Functions of the platform's global context that the module calls. */
const PLATFORM = [
  ...['КодироватьСтроку', 'ТранзакцияАктивна', 'Строка', 'Число', 'Формат', 'СтрНайти', 'СтрЗаменить'],
  ...['Лев', 'Сред', 'ЗаписатьJSON', 'ПрочитатьJSON', 'КраткоеПредставлениеОшибки', 'ИнформацияОбОшибке'],
];
const CONSTRUCTORS = [
  ...['Структура', 'Соответствие', 'УникальныйИдентификатор', 'HTTPЗапрос', 'HTTPСоединение'],
  ...['ЗаписьJSON', 'ЧтениеJSON', 'Массив'],
];
const functionsOf = (text: string): string[] =>
  [...text.matchAll(/^Функция ([\p{L}\p{N}_]+)\(/gmu)].map(([, name = '']) => name);

test('every function, condition, loop and attempt is closed, and every bracket', () => {
  const code = codeOf(MODULE);
  expect(unbalanced(code)).toBeUndefined();
  expect(unbalanced(code.replace('КонецЕсли', ''))).toBe('КонецФункции');
  expect(code.split('(')).toHaveLength(code.split(')').length);
  expect(MODULE.match(/^#Область /gm)).toHaveLength(MODULE.match(/^#КонецОбласти/gm)?.length ?? 0);
  expect(unbalanced(codeOf(blockOf('1c', 'Use it', 'bsl')))).toBeUndefined();
});

test('it calls functions of its own and of the platform alone', () => {
  const own = functionsOf(MODULE);
  const code = codeOf(MODULE);
  // A question mark before the bracket is the operator; a dot before the name is a method of an object.
  const called = [...code.matchAll(/(?<![.\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)\(/gu)].map(
    ([, name = '']) => name,
  );
  const made = [...code.matchAll(/Новый ([\p{L}\p{N}_]+)/gu)].map(([, name = '']) => name);
  const known = new Set([...own, ...PLATFORM, ...CONSTRUCTORS]);
  expect(called.filter((name) => !known.has(name) && name !== 'Или')).toEqual([]);
  expect(made.filter((name) => !CONSTRUCTORS.includes(name))).toEqual([]);
  expect(own.filter((name) => code.split(`${name}(`).length < 2)).toEqual([]);
});

test('the page uses exported functions of the module, with as many arguments as they take', () => {
  const exported = new Map(
    [...MODULE.matchAll(/^Функция ([\p{L}\p{N}_]+)\((.*)\) Экспорт$/gmu)].map(([, name = '', list = '']) => [
      name,
      list === '' ? [] : list.split(', '),
    ]),
  );
  const used = [...blockOf('1c', 'Use it', 'bsl').matchAll(/Kramar\.([\p{L}\p{N}_]+)\(([^()]*)\)/gu)];
  expect(used.length).toBeGreaterThan(6);
  for (const [, name = '', list = ''] of used) {
    const parameters = exported.get(name);
    const given = list === '' ? 0 : list.split(', ').length;
    const needed = parameters?.filter((parameter) => !parameter.includes('=')).length;
    expect([name, given >= (needed ?? Infinity), given <= (parameters?.length ?? -1)]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

test.each([
  ['get', '/terminals/'],
  ['get', '/invoices/'],
  ['post', '/invoices/'],
  ['get', '/invoices/{id}/'],
  ['post', '/invoices/{id}/cancel/'],
  ['get', '/events/'],
])('%s %s, which it requests, is an operation of the API', (method, path) => {
  expect(Object.keys(API.paths[path] ?? {})).toContain(method);
  const [first = ''] = path.slice(1).split('/');
  expect(MODULE).toContain(`"${first}/`);
});

test('the fields, parameters and headers that it sends are those of the API', () => {
  const description = JSON.stringify(API);
  const fields = [...MODULE.matchAll(/Новый Структура\("([a-z_, ]+)"/g)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  const inserted = [...MODULE.matchAll(/Вставить\("([a-z_]+)"/g)].map(([, name = '']) => name);
  const parameters = [...MODULE.matchAll(/[?&]([a-z_]+)=/g)].map(([, name = '']) => name);
  expect(fields.length + inserted.length + parameters.length).toBeGreaterThan(10);
  for (const name of [...fields, ...inserted, ...parameters]) expect(description).toContain(`"${name}"`);
  for (const header of ['Idempotency-Key', 'Accept-Language', 'Prefer', 'Authorization', 'Content-Type'])
    expect(MODULE).toContain(`"${header}"`);
});
