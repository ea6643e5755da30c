import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../main/http/openapi/components.ts';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { ERROR_RESPONSES } from '../../main/http/openapi/error-responses.ts';
import type { Schema } from '../../main/http/openapi/schemas.ts';
import { EVENT_DATA, type Event, event, eventPage } from '../../shared/api/events.ts';
import { endpointsOf, readCopy } from './contract/document.ts';
import { valuesOf } from './contract/good-request.ts';
import { judgeOf } from './contract/judge.ts';

// The examples, and the answers that are no plain JSON: events, and files. contract.test.ts sends the examples.

const document = readCopy() as OpenApiDocument;
const judge = judgeOf(document);
const ENDPOINTS = endpointsOf(document);

test('the faults of each item are described for any list that a body may hold', () => {
  const { schemas } = document.components;
  for (const part of ['ValidationError', 'RefusalCodes', 'RefusalFacts']) {
    const { properties, ...itself } = schemas[part] ?? {};
    const { additionalProperties: ofField } = properties?.errors ?? itself;
    const ofItems = (ofField as Schema).anyOf?.filter(
      ({ items }) => (items?.additionalProperties as Schema | undefined)?.type === 'array',
    );
    expect(ofItems, part).toHaveLength(1);
  }
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

  test('those of parameters, of headers and of fields hold too', () => {
    const { headers, schemas } = document.components;
    const fields = Object.values(schemas).flatMap(({ properties = {} }) => Object.values(properties));
    const parts = [...Object.values(headers).map(({ schema }) => schema), ...fields];
    const withExamples = parts.filter(({ examples }) => examples !== undefined);
    expect(withExamples).toHaveLength(4);
    for (const schema of withExamples)
      for (const value of schema.examples as unknown[]) expect(judge(schema, value)).toBe('');
    for (const { key, parameters } of ENDPOINTS)
      for (const parameter of parameters)
        for (const value of valuesOf(parameter))
          expect(judge(parameter.schema, value), `${key} ${parameter.name}`).toBe('');
  });

  test('each refusal is a response that there is', () => {
    expect(Object.keys(document.components.responses)).toEqual(Object.keys(ERROR_RESPONSES));
  });
});

describe('events', () => {
  const listEvents = () => {
    const found = ENDPOINTS.find(({ key }) => key === 'GET events/');
    if (!found) throw new Error('GET events/ is not described.');
    return found;
  };

  test('every type has its row, which names each field of its data', () => {
    const { description } = listEvents().operation;
    for (const [type, { entries }] of Object.entries(EVENT_DATA)) {
      const row = description.split('\n').find((line) => line.startsWith(`| \`${type}\` |`)) ?? '';
      const named = [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
      expect(named, type).toEqual(Object.keys(entries));
      for (const field of named) expect(description).toContain(`| \`${field}\` |`);
    }
  });

  test('the data of each example are those of its type', () => {
    const { results } = exampleOf(eventPage) as { results: Event[] };
    for (const { type, data } of results) expect(v.parse(EVENT_DATA[type], data)).toEqual(data);
  });

  test('the answer comes as JSON, or as a stream of events, of which the example is one', () => {
    const content = listEvents().responses['200']?.content;
    expect(Object.keys(content ?? {})).toEqual(['application/json', 'text/event-stream']);
    const streamed = content?.['text/event-stream']?.example ?? '';
    const data = [...streamed.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
    expect(data).toEqual([{ last_event_id: 41 }, exampleOf(event)]);
    expect(judge({ $ref: '#/components/schemas/ShopEvent' }, data[1])).toBe('');
  });
});

describe('files', () => {
  test('are answered as they are, under their media types, by name; their refusals are JSON', () => {
    const files = ENDPOINTS.flatMap(({ path, responses }) => {
      const { content = {}, headers = {} } = responses['200'] ?? {};
      const types = Object.keys(content).filter((type) => !/json|event-stream/.test(type));
      if (types.length === 0) return [];
      expect(headers['Content-Disposition']?.required).toBe(true);
      for (const type of types) expect(content[type]?.schema).toEqual({ type: 'string', format: 'binary' });
      for (const [status, response] of Object.entries(responses))
        if (status !== '200') expect(Object.keys(response.content ?? {})).toEqual(['application/json']);
      return [[path, types] as const];
    });
    expect(Object.fromEntries(files)).toEqual({
      'invoices/export/': ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      'catalog/products/export/': [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      'actions/export/': ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      'income-book/export/': [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      'invoices/{id}/receipt/': ['application/pdf'],
      'invoices/{id}/fiscal-checks/file/': ['application/pdf'],
      'stats/series/export/': [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      'stats/day-close/export/': [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      'stats/month/export/': ['application/zip'],
    });
  });
});
