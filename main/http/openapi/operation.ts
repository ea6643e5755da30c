import type * as v from 'valibot';
import { NDJSON } from '../../../shared/api/catalog-files.ts';
import { CATALOG_PAGE_SIZES, PAGE_SIZES } from '../../../shared/api/pages.ts';
import type { FileBody } from '../file-body.ts';
import type { Route } from '../route.ts';
import type { Components } from './components.ts';
import type { Operation, Parameter, PathItem, Reference, Response } from './document.ts';
import { TAGS } from './document-words.ts';
import { ERROR_RESPONSES } from './errors.ts';
import { EXAMPLES, REQUEST_EXAMPLES } from './examples.ts';
import { EXTENSION, headerRefs } from './headers.ts';
import { OPERATIONS, type OperationWords } from './operation-words.ts';
import { DATETIME_PARAMETER, EXTENSION_PARAMETERS, PARAMETERS } from './parameter-words.ts';
import { convert, inWords, refTo, type Schema } from './schemas.ts';

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;
export const tagOf = ({ path }: Route): string => path.split('/')[0] ?? '';

/** A route that was forgotten in the words is told by a test, not by a service that does not start. */
export const wordsOf = (route: Route): OperationWords =>
  OPERATIONS[keyOf(route)] ?? {
    id: keyOf(route).replaceAll(/\W+(\w)?/g, (_, next = '') => next.toUpperCase()),
  };

/** All operations of one path. */
export const pathItem = (routes: readonly Route[], parts: Components): PathItem => ({
  parameters: [
    ...(routes.some(hasId) ? [ID] : []),
    ...(routes.some(hasName) ? [NAME] : []),
    { $ref: '#/components/parameters/Prefer' },
  ],
  ...Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route, parts)])),
});

const hasId = ({ path }: Route): boolean => path.includes('{id}');
const hasName = ({ path }: Route): boolean => path.includes('{name}');

const ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the record. Anything that is no id of a record is a 404.',
  schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  example: 1,
};

const NAME: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The name of the record. Anything else is a 404.',
  schema: { type: 'string' },
  example: 'sync-statements',
};

/** components/parameters */
export const PREFER: Parameter = {
  name: 'Prefer',
  in: 'header',
  description:
    'With `codes` (RFC 7240) a refusal carries `codes` beside its English: words that stay, in the shape of `errors`, so ' +
    'that no program need read sentences.',
  // No example of the parameter's own: the page at /docs/ would send it with every try.
  schema: { type: 'string', examples: ['codes'] },
  ...EXTENSION,
};

const operation = (route: Route, parts: Components): Operation => {
  const words = wordsOf(route);
  const parameters = [...queryParameters(route, words), ...headerParameters(route, words, parts)];
  return {
    operationId: words.id,
    tags: [TAGS[tagOf(route)]?.name ?? tagOf(route)],
    summary: route.summary,
    description: [words.description, permission(route)].filter(Boolean).join('\n\n'),
    ...(route.access === 'public' ? { security: [] } : {}),
    ...(route.isExtension ? EXTENSION : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route.body, parts) } : {}),
    ...(route.consumes ? { requestBody: fileBody(route.consumes) } : {}),
    responses: { [route.status ?? 200]: success(route, parts), ...refusals(route, words) },
  };
};

const permission = ({ access, countsFor }: Route): string => {
  if (access === 'public')
    return countsFor === undefined
      ? 'Needs no token, and counts against the address.'
      : `Needs no token. Counts against the user whose token \`${countsFor}\` is, expired or not; else against the address.`;
  if (access === 'member') return 'Open to every team member.';
  if (access === 'owner') return 'For the owner of the account alone.';
  const names = [access].flat().map((name) => `\`${name}\``);
  return `${names.length > 1 ? 'Permissions' : 'Permission'}: ${names.join(' and ')}. The owner has every permission.`;
};

const queryOf = ({ query }: Route): v.ObjectEntries =>
  query && 'entries' in query ? (query.entries as v.ObjectEntries) : {};

const queryParameters = (route: Route, words: OperationWords): Parameter[] =>
  Object.entries(queryOf(route)).map(([name, entry]) => {
    const schema = { ...convert(entry), ...(name === 'page_size' ? pageSize(route) : {}) };
    const text = [
      words.query?.[name],
      PARAMETERS[name],
      inWords(schema),
      isTime(schema) && DATETIME_PARAMETER,
    ];
    return {
      name,
      in: 'query',
      description: text.filter(Boolean).join(' '),
      schema,
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      ...(EXTENSION_PARAMETERS.has(name) ? EXTENSION : {}),
    };
  });

const isTime = ({ format }: Schema): boolean => format === 'date-time';

const pageSize = ({ path }: Route): Schema => {
  const sizes = path.startsWith('catalog/') ? CATALOG_PAGE_SIZES : PAGE_SIZES;
  return { default: sizes.default, maximum: sizes.max };
};

const headerParameters = (route: Route, words: OperationWords, { nameOf }: Components): Parameter[] => [
  ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
  ...(route.stream ? [LAST_EVENT_ID] : []),
  ...(words.isWorded || (route.answer && SPOKEN.has(nameOf(route.answer))) ? [ACCEPT_LANGUAGE] : []),
];

/** Answers that have a status in words. */
const SPOKEN: ReadonlySet<string> = new Set(['Invoice', 'InvoicePage']);

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text of your own, new for each sale and each refund. A success is kept for 24 hours and given again to the same ' +
    'request under the same key; the same key with another body, or for another invoice, is a 400.',
  // No example of the parameter's own: the page at /docs/ would send it with every try.
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
    examples: ['till-2-receipt-1042'],
  },
  ...EXTENSION,
};

const LAST_EVENT_ID: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'With `Accept: text/event-stream`: the id of the last event received, as the standard for server-sent events ' +
    'has it. What came after it is sent first. Absent, and no `after` either: only what happens from now on.',
  schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
  ...EXTENSION,
};

const ACCEPT_LANGUAGE: Parameter = {
  name: 'Accept-Language',
  in: 'header',
  description:
    'The language of what is in words, as status_display: English, or Ukrainian where `uk` is preferred.',
  schema: { type: 'string', examples: ['uk', 'en'] },
  ...EXTENSION,
};

const requestBody = (
  body: v.GenericSchema,
  { schemas, nameOf }: Components,
): NonNullable<Operation['requestBody']> => {
  const name = nameOf(body);
  return {
    required: schemas[name]?.required !== undefined,
    content: {
      'application/json': {
        schema: refTo(name),
        ...(REQUEST_EXAMPLES[name] ? { examples: REQUEST_EXAMPLES[name] } : {}),
      },
    },
  };
};

const FILE: Schema = { type: 'string', format: 'binary' };

const fileBody = ({ types, maxBytes, optional }: FileBody): NonNullable<Operation['requestBody']> => ({
  required: !optional,
  description: `The file as it is, at most ${maxBytes} bytes; what it is shows in its content.`,
  content: Object.fromEntries(types.map((type) => [type, { schema: FILE }])),
});

const success = (route: Route, { nameOf }: Components): Response => {
  const headers = headerRefs(
    ...(route.idempotent ? ['Idempotency-Replayed'] : []),
    ...(route.answerHeaders ?? []),
  );
  const { produces } = route;
  if (produces) {
    const content = Object.fromEntries(produces.map((type) => [type, { schema: FILE }]));
    return { description: 'Done: the file.', headers, content };
  }
  if (!route.answer) return { description: 'Done. There is no body.', headers };
  const name = nameOf(route.answer);
  const example = exampleOf(name);
  return {
    description: route.status === 201 ? 'Created.' : 'Done.',
    headers,
    content: {
      'application/json': { schema: refTo(name), ...(example === undefined ? {} : { example }) },
      ...(route.stream ? { 'text/event-stream': { schema: { type: 'string' }, example: STREAMED } } : {}),
      ...(route.tellsProgress ? { [NDJSON]: { schema: { type: 'string' }, example: PROGRESS } } : {}),
    },
  };
};

const STREAMED = `retry: 2000

id: 41
event: ready
data: {"last_event_id":41}

id: 42
event: invoice.created
data: ${JSON.stringify(EXAMPLES.Event)}

`;

const PROGRESS = `{"type":"progress","phase":"reading","done":32768,"total":90112}
{"type":"progress","phase":"comparing","done":1200,"total":1200}
{"type":"refusal","status":400,"body":{"detail":"Validation failed.","errors":{"rows":["Row 7: price is empty, and has to be there."]}}}
`;

const exampleOf = (name: string): unknown => {
  if (name in EXAMPLES || !name.endsWith('Page')) return EXAMPLES[name];
  const record = EXAMPLES[name.replace(/Page$/, '')];
  if (record === undefined) return undefined;
  const page = { count: 1, next: null, previous: null, results: [record] };
  return name === 'InvoicePage' ? { ...page, totals: EXAMPLES.InvoiceTotals } : page;
};

/** The refusals that a route can meet, in the order in which it meets them (dispatch.ts). */
const refusals = (route: Route, { refusals: own = [] }: OperationWords): Record<string, Reference> => {
  const takesBody = route.method === 'POST' || route.method === 'PATCH';
  const isPublic = route.access === 'public';
  const names = [
    ...(takesBody ? ['BadRequest'] : route.query ? ['BadParameters'] : []),
    ...own,
    ...(!isPublic ? ['Unauthorized'] : route.body ? ['SignInRefused'] : []),
    'Forbidden',
    ...(hasId(route) || hasName(route) ? ['NotFound'] : 'page' in queryOf(route) ? ['InvalidPage'] : []),
    'MethodNotAllowed',
    ...(route.consumes
      ? ['FileTooLarge', 'UnsupportedFile']
      : takesBody
        ? ['TooLarge', 'UnsupportedMediaType']
        : []),
    'Throttled',
    'InternalError',
    ...(route.asksBank ? ['BankFailed'] : []),
  ];
  return Object.fromEntries(
    names.map((name) => [ERROR_RESPONSES[name]?.status, { $ref: `#/components/responses/${name}` }]),
  );
};
