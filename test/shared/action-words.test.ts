import { describe, expect, test } from 'vitest';
import { codeText } from '../../shared/action-value-words.ts';
import { factsText } from '../../shared/action-words.ts';
import { productCreate, productPatch, unitPatch } from '../../shared/api/catalog.ts';
import { employeeTexts } from '../../shared/api/employees.ts';
import { productFiscalPatch, productShopPatch } from '../../shared/api/product-shop.ts';
import { BACKUP_KINDS } from '../../shared/api/statuses.ts';
import { terminalFiscalPatch, terminalPatch } from '../../shared/api/terminals.ts';
import { COMPUTER_CALLS } from '../../shared/bridge/computer.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';

const fieldsOf = (schema: { fields: { writable: object } }): string[] => Object.keys(schema.fields.writable);

const CHANGED = new Set([
  ...[productCreate, productPatch, unitPatch, productShopPatch, productFiscalPatch].flatMap(fieldsOf),
  ...[terminalPatch, terminalFiscalPatch, COMPUTER_CALLS['computer.change'].input].flatMap(fieldsOf),
  ...Object.keys(employeeTexts),
]);

describe('a code among the particulars of an action is told in words', () => {
  test.each([...CHANGED].map((field) => ['changed', field] as const))('%s: %s', (name, field) => {
    expect(codeText(name, field, 'uk')).toMatch(/^[А-яіїєґІЇЄҐ]/);
    expect(codeText(name, field, 'en')).not.toContain('_');
  });
  test.each([
    ...PERMISSIONS.map((each) => ['permissions', each] as const),
    ...BACKUP_KINDS.map((each) => ['kind', each] as const),
  ])('%s: %s', (name, code) => {
    expect(codeText(name, code, 'uk')).not.toBe(code);
    expect(codeText(name, code, 'en')).not.toContain('_');
  });

  test('a name that is none of these stays as it was written', () => {
    expect(factsText({ changed: ['name', 'price', 'of_tomorrow'], value: 'price' }, 'uk')).toBe(
      'змінено: назва, ціна, of_tomorrow; значення: price',
    );
  });
});

test('sums stand as everywhere else', () => {
  expect(factsText({ amount: 1_313_800, difference: -550 }, 'uk')).toBe(
    'сума: 13\u00a0138,00\u00a0₴; різниця: −5,50\u00a0₴',
  );
});

test('a closed day and month have their names, and dates as everywhere else', () => {
  expect(factsText({ day: '2026-11-30', version: 1, remark: 'без решти' }, 'uk')).toBe(
    'день: 30.11.2026; версія: 1; примітка: без решти',
  );
  expect(factsText({ month: '2026-11' }, 'en')).toBe('month: 11/2026');
});
