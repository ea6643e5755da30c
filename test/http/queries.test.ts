import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Refusal } from '../helpers/client.ts';
import { leavingNoTrace } from '../helpers/trace.ts';
import { type Endpoint, endpointsOf, readCopy } from './contract/document.ts';
import { asFile, examplesOf, goodBody, goodPath } from './contract/good-request.ts';
import { type Stage, setStage } from './contract/stage.ts';

// What holds for every query parameter of every operation, by its schema.

type Parameter = Endpoint['parameters'][number];

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.shop.close());

const rangeOf = ({ name, schema: { minimum, maximum } }: Parameter): string => {
  if (minimum === undefined) return 'A valid integer is required.';
  // A larger page than the largest is that one.
  if (maximum === undefined || name === 'page_size')
    return `A valid integer greater than or equal to ${minimum} is required.`;
  return `A valid integer from ${minimum} to ${maximum} is required.`;
};

/** Values that the parameter cannot have, and the message of each. */
const faultsOf = (parameter: Parameter): { values: string[]; message: string } | undefined => {
  const { name, schema } = parameter;
  const choices = schema.items?.enum as string[] | undefined;
  if (name === 'ordering') {
    const fields = choices?.filter((field) => !field.startsWith('-')).join(', ');
    const message = `Unknown ordering field. Expected one of: ${fields}.`;
    return { values: ['colour', '--id', 'ID', '-'], message };
  }
  if (choices)
    return { values: ['colour'], message: `Unknown choice. Expected some of: ${choices.join(', ')}.` };
  if (schema.type === 'array') return { values: ['1,x'], message: 'Ids separated by commas are required.' };
  if (schema.enum) return { values: ['Colour'], message: '"Colour" is not a valid choice.' };
  if (schema.format === 'date-time')
    return {
      values: ['yesterday', '2026-02-30', '2026-01-01T25:00', '1767225600'],
      message: 'Datetime has wrong format. Use ISO 8601.',
    };
  if (schema.type === 'boolean') return { values: ['yes'], message: 'Must be a valid boolean.' };
  if (schema.type !== 'integer') return undefined;
  const beyond = [
    ...(schema.minimum === undefined ? [] : [Number(schema.minimum) - 1]),
    ...(schema.maximum === undefined || name === 'page_size' ? [] : [Number(schema.maximum) + 1]),
  ];
  const values = ['x', '1.5', '1,2', '1e3', '0x1', '+', '٢', ' 1', ...beyond.map(String)];
  return { values, message: rangeOf(parameter) };
};

const QUERIED = endpointsOf(readCopy() as OpenApiDocument).filter(({ parameters }) =>
  parameters.some((one) => one.in === 'query'),
);
const READ = QUERIED.filter(({ method }) => method === 'GET');
const queried = ({ parameters }: Endpoint) => parameters.filter((one) => one.in === 'query');
/** Its requests about one record, which differ in their query alone. */
const asking = async (endpoint: Endpoint) => {
  const target = await stage.target(endpoint.operation.operationId);
  const [[, example] = []] = examplesOf(endpoint);
  const raw = goodBody(stage, endpoint, example);
  return (query: Record<string, string>) =>
    stage.shop.owner.send<Refusal & Partial<Page<unknown>>>(
      endpoint.method,
      goodPath(endpoint, target, query),
      { ...(raw === undefined ? {} : { raw, headers: asFile(endpoint) }) },
    );
};

describe('A malformed value is a 400 with `errors.<parameter>`: `"X" is not a valid choice.` `Datetime has wrong format. Use ISO 8601.` page_size or page not a positive integer: 400.', () => {
  const faulty = QUERIED.filter((endpoint) => queried(endpoint).some(faultsOf));
  test.each(faulty)('$key', async (endpoint) => {
    const given = queried(endpoint).flatMap(({ name, ...rest }) => {
      const faults = faultsOf({ name, ...rest });
      return faults ? [{ name, ...faults }] : [];
    });
    const ask = await asking(endpoint);
    const errors = Object.fromEntries(given.map(({ name, message }) => [name, [message]]));
    for (let round = 0; round < Math.max(...given.map(({ values }) => values.length)); round += 1) {
      const query = Object.fromEntries(
        given.map(({ name, values }) => [name, values[round % values.length] ?? '']),
      );
      const { status, body } = await leavingNoTrace(stage.shop, () => ask(query));
      expect([query, status, body.errors]).toEqual([query, 400, errors]);
    }
  });
});

test.each(READ)(
  'Unknown parameters are ignored; a parameter given empty counts as not given. $key',
  async (endpoint) => {
    const empty = Object.fromEntries(queried(endpoint).map(({ name }) => [name, '']));
    const ask = await asking(endpoint);
    const [plain, same] = [
      await ask({}),
      await ask({ ...empty, colour: 'red', 'is-active': 'x', Page: '7' }),
    ];
    expect([same.status, same.body?.count, same.body?.results]).toEqual([
      plain.status,
      plain.body?.count,
      plain.body?.results,
    ]);
  },
);
