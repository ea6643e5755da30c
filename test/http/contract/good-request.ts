import type { Endpoint } from './document.ts';
import type { Stage } from './stage.ts';

/** Requests as the document's own examples have them. */

/** A record that is there; those with names are asked for by the description's own example. */
export const FIRST = 1;

export const at = ({ path, parameters }: Endpoint, id: number | string = FIRST, query = ''): string => {
  const name = id === FIRST ? parameters.find((one) => one.name === 'name')?.example : id;
  return path.replace('{id}', String(id)).replace('{name}', String(name)) + query;
};

/** With the parameters that are required, as their examples are. */
export const goodPath = (endpoint: Endpoint, id?: number | string, query: Record<string, string> = {}) => {
  const required = endpoint.parameters.filter((one) => one.in === 'query' && one.required);
  const all = {
    ...Object.fromEntries(required.map(({ name, example }) => [name, String(example)])),
    ...query,
  };
  return at(endpoint, id, Object.keys(all).length > 0 ? `?${new URLSearchParams(all)}` : '');
};

export const isOfFile = ({ operation }: Endpoint): boolean =>
  'text/csv' in (operation.requestBody?.content ?? {});
export const asFile = (endpoint: Endpoint): Record<string, string> =>
  isOfFile(endpoint) ? { 'Content-Type': 'text/csv' } : {};

/** The names and values of the request's examples. */
export const examplesOf = ({ operation }: Endpoint): [string, unknown][] => {
  const { content = {} } = operation.requestBody ?? {};
  const { examples = {} } = content['application/json'] ?? content['text/csv'] ?? {};
  return Object.entries(examples).map(([name, { value }]) => [name, value]);
};

export const valuesOf = ({ example, schema }: Endpoint['parameters'][number]): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...((schema.examples as unknown[] | undefined) ?? []),
];

/** The first example of each parameter beside the path, then the second of those that have one, and so on. */
export const parameterExamples = ({ parameters }: Endpoint) => {
  const given = parameters.filter((one) => one.in !== 'path');
  const rounds = Math.max(0, ...given.map((one) => valuesOf(one).length));
  return Array.from({ length: rounds }, (_, round) => {
    const of = (place: string) =>
      Object.fromEntries(
        given
          .filter((one) => one.in === place && round < valuesOf(one).length)
          .map((one) => [one.name, String(valuesOf(one)[round])]),
      );
    return { headers: of('header'), query: of('query') };
  });
};

/** An example, sent as it stands; only tokens, and what the bank knows, cannot be made up. */
export const goodBody = (stage: Stage, endpoint: Endpoint, value: unknown): string | undefined => {
  const real: Record<string, () => unknown> = {
    adoptPayment: () => ({
      terminal: FIRST,
      invoice_id: stage.pastKramar(),
      at: new Date(stage.shop.console.now()).toISOString(),
    }),
    refreshToken: () => ({ refresh: stage.tokens.refresh }),
    showOnCustomerScreen: () => ({ device: stage.device, invoice: FIRST }),
    readCustomerScreen: () => ({ token: stage.tokens.display }),
    verifyToken: () => ({ token: stage.tokens.access }),
  };
  if (value === undefined || isOfFile(endpoint)) return value as string | undefined;
  return JSON.stringify(real[endpoint.operation.operationId]?.() ?? value);
};

/** Values of query parameters that have no example. */
const BY_TYPE: Record<string, string> = { integer: '1', boolean: 'true', string: 'x', array: '-created_at' };
const BY_NAME: Record<string, string> = {
  date: '2026-03-02',
  date_from: '2026-03-01',
  date_to: '2026-03-02',
  ids: '1,2',
  year: '2026',
  month: '2026-03',
  month_from: '2026-02',
  month_to: '2026-03',
};
/** A value that the parameter may have. */
export const queryValue = ({ name, schema }: Endpoint['parameters'][number]) => {
  const [choice] = ((schema.items?.enum ?? schema.enum) as string[] | undefined) ?? [];
  const byFormat = schema.format === 'date-time' ? '2026-03-02T00:00:00%2B02:00' : undefined;
  return choice ?? BY_NAME[name] ?? byFormat ?? BY_TYPE[String(schema.type)];
};
