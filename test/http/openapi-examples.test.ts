import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { ERROR_RESPONSES } from '../../main/http/openapi/error-responses.ts';
import { faultsOf } from './contract/answers.ts';
import { ask } from './contract/ask.ts';
import { type Endpoint, endpointsOf, readCopy } from './contract/document.ts';
import { asFile, examplesOf, goodBody, goodPath } from './contract/good-request.ts';
import { type Judge, judgeOf } from './contract/judge.ts';
import { type Stage, setStage } from './contract/stage.ts';

// Every example of the document. Those of requests' bodies are sent by contract.test.ts, each by itself.

const document = readCopy() as OpenApiDocument;
const ENDPOINTS = endpointsOf(document);
let stage: Stage;
let judge: Judge;

beforeAll(async () => {
  stage = await setStage();
  judge = judgeOf(document);
});
afterAll(() => stage.shop.close());

const valuesOf = ({ example, schema }: Endpoint['parameters'][number]): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...((schema.examples as unknown[] | undefined) ?? []),
];

const signed = (): Record<string, string> => ({
  Authorization: `Bearer ${stage.tokens.access}`,
  'Content-Type': 'application/json',
});

describe('the examples', () => {
  test('every request and every answer has some, and they hold against their schemas', () => {
    for (const { key, operation, responses } of ENDPOINTS) {
      const contents = [operation.requestBody, ...Object.values(responses)].flatMap((part) =>
        part?.content?.['application/json'] ? [part.content['application/json']] : [],
      );
      for (const { schema, example, examples } of contents) {
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
        expect(values.length, key).toBeGreaterThan(0);
        for (const value of values) expect(judge(schema, value), `${key} ${JSON.stringify(value)}`).toBe('');
      }
    }
  });

  test('those of parameters hold too', () => {
    for (const { key, parameters } of ENDPOINTS)
      for (const parameter of parameters)
        for (const value of valuesOf(parameter))
          expect(judge(parameter.schema, value), `${key} ${parameter.name}`).toBe('');
  });

  test('those of headers and of fields hold too', () => {
    const { headers, schemas } = document.components;
    const fields = Object.values(schemas).flatMap(({ properties = {} }) => Object.values(properties));
    const parts = [...Object.values(headers).map(({ schema }) => schema), ...fields];
    const withExamples = parts.filter(({ examples }) => examples !== undefined);
    expect(withExamples).toHaveLength(4);
    for (const schema of withExamples)
      for (const value of schema.examples as unknown[]) expect(judge(schema, value)).toBe('');
  });

  test('each refusal is a response that there is', () => {
    expect(Object.keys(document.components.responses)).toEqual(Object.keys(ERROR_RESPONSES));
  });

  test('a table is taken as a file, and its progress comes as in the example', async () => {
    const endpoint = ENDPOINTS.find(({ operation }) => operation.operationId === 'importProducts');
    const [, example = ''] = /```\n([\s\S]*?)```/.exec(endpoint?.operation.description ?? '') ?? [];
    const linesOf = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; body?: unknown });
    const reply = await ask(stage.shop.baseUrl, {
      method: 'POST',
      path: 'catalog/products/import/',
      headers: { ...signed(), 'Content-Type': 'text/csv', Accept: 'application/x-ndjson' },
      // A row without its price, as in the example.
      body: `Назва;Ціна\n${Array.from({ length: 5 }, (_, row) => `Чай ${row};45,00\n`).join('')}Кава;\n`,
    });
    const shapes = (text: string) =>
      new Map(linesOf(text).map(({ type, ...rest }) => [type, Object.keys(rest).sort()]));
    expect(Object.fromEntries(shapes(reply.text))).toEqual(Object.fromEntries(shapes(example)));
    for (const text of [example, reply.text])
      expect(judge({ $ref: '#/components/schemas/ValidationError' }, linesOf(text).at(-1)?.body)).toBe('');
    expect(linesOf(reply.text).at(-1)?.body).toEqual(linesOf(example).at(-1)?.body);
  });
});

describe('a request with the examples of all its parameters is answered as described', () => {
  test.each(ENDPOINTS)('$key', async (endpoint) => {
    const { operationId } = endpoint.operation;
    const rounds = Math.max(...endpoint.parameters.map((one) => valuesOf(one).length));
    for (let round = 0; round < rounds; round += 1) {
      const headers: Record<string, string> = {};
      const query: Record<string, string> = {};
      for (const parameter of endpoint.parameters) {
        const value = valuesOf(parameter)[round];
        if (value === undefined || parameter.in === 'path') continue;
        (parameter.in === 'header' ? headers : query)[parameter.name] = String(value);
      }
      const [[, example] = []] = examplesOf(endpoint);
      const id = await stage.target(operationId);
      const reply = await ask(stage.shop.baseUrl, {
        method: endpoint.method,
        path: goodPath(endpoint, id, query),
        headers: { ...signed(), ...asFile(endpoint), ...headers },
        body: goodBody(stage, endpoint, example),
      });
      stage.spent(operationId);
      expect(reply.status, reply.text).toBe(Number(Object.keys(endpoint.responses)[0]));
      expect(faultsOf(judge, endpoint, reply)).toEqual([]);
    }
  });
});
