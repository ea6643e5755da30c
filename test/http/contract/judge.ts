import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../../../main/http/openapi/document.ts';
import type { Schema } from '../../../main/http/openapi/schemas.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A time in UTC that is in the calendar: Date reads 30 February as 2 March. */
const isTime = (text: string): boolean => {
  const time = new Date(text);
  return (
    DATE_TIME.test(text) && !Number.isNaN(time.valueOf()) && time.toISOString().startsWith(text.slice(0, 19))
  );
};

/** The fault of a value, or ''. */
export type Judge = (schema: Schema, value: unknown) => string;

/** Judges values by schemas of the document. */
export const judgeOf = (document: OpenApiDocument): Judge => {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
  });
  ajv.addVocabulary(['components']);
  ajv.addFormat('date-time', isTime);
  ajv.addFormat('uuid', UUID);
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema(
    { $id: 'kramar', components: { schemas: document.components.schemas } } as object,
    'kramar',
    false,
    false,
  );
  const compiled = new Map<string, ValidateFunction>();

  return (schema, value) => {
    const source = JSON.stringify(schema).replaceAll('"#/components/', '"kramar#/components/');
    const validate = compiled.get(source) ?? ajv.compile(JSON.parse(source));
    compiled.set(source, validate);
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
};
