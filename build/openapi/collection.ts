import type {
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
} from '../../main/http/openapi/document.ts';

/**
 * Makes a collection of requests, docs/till/collection.json, of the OpenAPI document: in the format v2.1 of Postman,
 * which Bruno, Insomnia and Hoppscotch import too. One folder for each tag, one request for each example.
 */

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const DESCRIPTION = `Requests to Kramar. Set two variables of the collection: \`baseUrl\`, the address of the service, and
\`token\`, a till's key (\`kr_…\`). Without a key send "Sign in": it sets the token.`;

const VARIABLES = [
  { key: 'baseUrl', value: 'http://127.0.0.1:7480/api/v1', type: 'string' },
  { key: 'token', value: '', type: 'string' },
];

/** Keeps the token that the answer has, for the requests that follow. */
const KEEP_TOKEN = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["if (pm.response.code === 200) pm.collectionVariables.set('token', pm.response.json().access);"],
  },
};
const SIGN_INS = ['signIn', 'refreshToken'];

interface Field {
  key: string;
  value: string;
  description?: string;
  disabled?: boolean;
}

const METHODS: readonly Method[] = ['get', 'post', 'patch', 'delete'];

export const collectionOf = (document: OpenApiDocument): object => ({
  info: { name: 'Kramar', description: DESCRIPTION, schema: SCHEMA },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: VARIABLES,
  item: document.tags.map(({ name, description }) => ({
    name,
    description,
    item: Object.entries(document.paths).flatMap(([path, item]) => requestsOf(document, path, item, name)),
  })),
});

const requestsOf = (document: OpenApiDocument, path: string, item: PathItem, tag: string): object[] =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (!operation?.tags.includes(tag)) return [];
    const parameters = [...item.parameters, ...(operation.parameters ?? [])].map((each) =>
      resolve(document, each),
    );
    const bodies = bodiesOf(operation);
    return bodies.map((body) => ({
      name: bodies.length > 1 ? `${operation.summary} (${body.summary})` : operation.summary,
      ...(SIGN_INS.includes(operation.operationId) ? { event: [KEEP_TOKEN] } : {}),
      request: {
        method: method.toUpperCase(),
        description: operation.description,
        ...(operation.security.length === 0 ? { auth: { type: 'noauth' } } : {}),
        header: [...body.headers, ...headersOf(parameters)],
        url: urlOf(path, parameters),
        ...(body.raw === undefined ? {} : { body: { mode: 'raw', raw: body.raw, options: body.options } }),
      },
      response: [],
    }));
  });

const resolve = (document: OpenApiDocument, parameter: Parameter | Reference): Parameter => {
  if (!('$ref' in parameter)) return parameter;
  const found = document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${parameter.$ref} is not there.`);
  return found;
};

interface Body {
  summary?: string | undefined;
  headers: Field[];
  raw?: string;
  options?: object;
}

/** One for each example; an empty one where the operation takes none. */
const bodiesOf = ({ requestBody }: Operation): Body[] => {
  const [type, content] =
    Object.entries(requestBody?.content ?? {}).find(([, { examples }]) => examples) ?? [];
  if (type === undefined || !content?.examples) return [{ headers: [] }];
  const isJson = type === 'application/json';
  return Object.values(content.examples).map(({ summary, value }) => ({
    summary,
    headers: [{ key: 'Content-Type', value: type }],
    raw: isJson ? JSON.stringify(value, null, 2) : String(value),
    options: { raw: { language: isJson ? 'json' : 'text' } },
  }));
};

const valueToSend = ({ example, schema }: Parameter): string => {
  const examples = schema.examples as unknown[] | undefined;
  const choices = (schema.items ?? schema).enum as unknown[] | undefined;
  return String(example ?? examples?.[0] ?? schema.default ?? choices?.[0] ?? '');
};

/** Off, but for a key that is new with each request: a sale sent twice is then two. */
const headersOf = (parameters: Parameter[]): Field[] =>
  parameters
    .filter((each) => each.in === 'header')
    .map((each) =>
      each.name === 'Idempotency-Key'
        ? { key: each.name, value: '{{$guid}}', description: each.description }
        : { key: each.name, value: valueToSend(each), description: each.description, disabled: true },
    );

const urlOf = (path: string, parameters: Parameter[]): object => {
  const segments = path
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .slice(1)
    .split('/');
  const query: Field[] = parameters
    .filter((each) => each.in === 'query')
    .map((each) => ({
      key: each.name,
      value: valueToSend(each),
      description: each.description,
      ...(each.required ? {} : { disabled: true }),
    }));
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const variable: Field[] = parameters
    .filter((each) => each.in === 'path')
    .map((each) => ({ key: each.name, value: valueToSend(each), description: each.description }));
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: segments,
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  };
};
