import { toJsonSchema } from '@valibot/to-json-schema';
import type { Command } from './command.ts';
import { refusal } from './results.ts';

/** The JSON Schema (draft 2020-12) of what a command prints with --json. */
export const schemaOf = ({ result }: Pick<Command, 'result'>): object => {
  const { $schema: _, ...schema } = toJsonSchema(result, {
    target: 'draft-2020-12',
    typeMode: 'input',
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'loose_object' ? { ...jsonSchema, additionalProperties: true } : undefined,
  });
  return schema;
};

export const refusalSchema = (): object => schemaOf({ result: refusal });
