import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { lint, readCopy } from './contract/document.ts';

// That it is made of what the service says today is held by openapi.test.ts, and that clients come of it by
// openapi-generators/.

const document = readCopy() as OpenApiDocument;

describe('the copy for generators that do not read 3.1', () => {
  test('is valid OpenAPI 3.0', async () => {
    const validator = new Validator();
    const copy = readCopy('openapi-3.0.json') as object;
    expect(await validator.validate(structuredClone(copy) as never)).toEqual({ valid: true });
    expect(validator.version).toBe('3.0');
  });

  test('redocly finds nothing wrong with it, its examples included', () => {
    expect(lint(readCopy('openapi-3.0.json') as object)).toBe('');
  });

  test('has what differs in the words of 3.0', () => {
    const { components, paths } = readCopy('openapi-3.0.json') as OpenApiDocument;
    const { schemas } = components;
    expect(Object.keys(paths)).toEqual(Object.keys(document.paths));
    expect(Object.keys(schemas)).toEqual(Object.keys(document.components.schemas));
    expect(schemas.Invoice?.properties?.final_amount).toMatchObject({ type: 'integer', nullable: true });
    expect(schemas.InvoicePage?.properties?.totals).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/InvoiceTotals' }],
    });
    expect(schemas.InvoiceRefunds?.properties?.under_way).toMatchObject({
      type: 'object',
      nullable: true,
      allOf: [{ $ref: '#/components/schemas/OpenRefund' }],
    });
  });
});
