import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../main/http/openapi/components.ts';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import type { Schema } from '../../main/http/openapi/schemas.ts';
import { EVENT_DATA, type Event, event, eventPage } from '../../shared/api/events.ts';
import { endpointsOf, readCopy } from './contract/document.ts';
import { judgeOf } from './contract/judge.ts';

// Answers that are no plain JSON: events, and files.

const document = readCopy() as OpenApiDocument;
const judge = judgeOf(document);

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

describe('events', () => {
  const listEvents = () => {
    const found = endpointsOf(document).find(({ key }) => key === 'GET events/');
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
    const files = endpointsOf(document).flatMap(({ path, responses }) => {
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
