import * as v from 'valibot';
import { event } from '../../../shared/api/events.ts';
import { CATALOG_PAGE_SIZES, PAGE_SIZES } from '../../../shared/api/pages.ts';
import type { ApprovalHeader } from '../../money/guard/approvals.ts';
import type { FileBody } from '../body.ts';
import type { Route } from '../route.ts';
import { exampleOf, nameOf } from './components.ts';
import type { Operation, Parameter, PathItem, Reference, Response, SecurityRequirement } from './document.ts';
import { ERROR_RESPONSES } from './error-responses.ts';
import { EXTENSION, headerRefs } from './headers.ts';
import { TAGS } from './introduction.ts';
import { convert, inWords, refTo, type Schema, type Schemas } from './schemas.ts';

/** By a token or a till's key. */
export const SECURITY: SecurityRequirement[] = [{ bearer: [] }];

export const tagOf = ({ path }: Route): string => path.split('/')[0] || 'openapi.json';

/** All operations of one path. */
export const pathItem = (routes: readonly Route[], schemas: Schemas): PathItem => ({
  parameters: [
    ...(routes.some(hasId) ? [ID] : []),
    ...(routes.some(hasName) ? [NAME] : []),
    { $ref: '#/components/parameters/Prefer' },
  ],
  ...Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route, schemas)])),
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
    'that no program need read sentences. With `facts` it carries the numbers and names in each message of `errors`. ' +
    'With `handling=strict` a query parameter that is not known is a 400.',
  // Without an example of the parameter itself: the page at /docs/ would send it with every try.
  schema: { type: 'string', examples: ['codes', 'codes, facts', 'handling=strict'] },
  ...EXTENSION,
};

const operation = (route: Route, schemas: Schemas): Operation => {
  const parameters = [
    ...queryParameters(route),
    ...(route.idempotent ? [idempotencyKey(route)] : []),
    ...(route.takesApproval ? [APPROVALS[route.takesApproval]] : []),
    ...(route.stream ? [LAST_EVENT_ID] : []),
    ...(route.isTranslated ? [ACCEPT_LANGUAGE] : []),
  ];
  return {
    operationId: route.id,
    tags: [TAGS[tagOf(route)]?.name ?? tagOf(route)],
    summary: route.summary,
    description: [route.description, order(route), progress(route), permission(route)]
      .filter(Boolean)
      .join('\n\n'),
    // Named for each operation: not every generator applies that of the whole document.
    security: route.access === 'public' ? [] : SECURITY,
    ...(route.isExtension ? EXTENSION : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route, route.body, schemas) } : {}),
    ...(route.consumes ? { requestBody: fileBody(route, route.consumes) } : {}),
    responses: { [route.status ?? 200]: success(route), ...refusals(route) },
  };
};

const order = ({ order: fixed }: Route): string =>
  fixed === undefined
    ? ''
    : `Order: ${fixed} There is no \`ordering\`: with \`Prefer: handling=strict\` it is a 400, else ignored.`;

/** In words: beside JSON, a second type of answer has orval read neither. */
const progress = ({ reportsProgress }: Route): string => (reportsProgress ? PROGRESS : '');

const PROGRESS = `Such lines:

\`\`\`
{"type":"progress","phase":"reading","done":32768,"total":90112}
{"type":"progress","phase":"comparing","done":1200,"total":1200}
{"type":"refusal","status":400,"body":{"detail":"Validation failed.","errors":{"rows":["Row 7: price is empty, and has to be there.","Nothing was written. Put them right in the file, or leave them out: skip_wrong=true."]}}}
\`\`\``;

const permission = ({ access, countsFor }: Route): string => {
  if (access === 'public')
    return countsFor === undefined
      ? 'Needs no token, and counts against the address.'
      : `Needs no token. Counts against the user whose token \`${countsFor}\` is, expired or not; else against the address.`;
  if (access === 'member') return 'Open to every team member.';
  if (access === 'owner') return 'For the owner of the account alone.';
  const [needed, word] =
    typeof access === 'object' && 'anyOf' in access ? [access.anyOf, ' or '] : [[access].flat(), ' and '];
  const names = needed.map((name) => `\`${name}\``);
  return `${names.length > 1 ? 'Permissions' : 'Permission'}: ${names.join(word)}. The owner has every permission.`;
};

const queryOf = ({ query }: Route): v.ObjectEntries =>
  query && 'entries' in query ? (query.entries as v.ObjectEntries) : {};

/**
 * Strips the `v.optional` that shared/api/query.ts `query` puts around each, once more where one query extends another.
 */
const required = (schema: v.GenericSchema): v.GenericSchema =>
  'wrapped' in schema ? required(schema.wrapped as v.GenericSchema) : schema;

const queryParameters = (route: Route): Parameter[] =>
  Object.entries(queryOf(route)).map(([name, entry]) => {
    const parameter = required(entry as v.GenericSchema);
    const { isExtension, isRequired, example } = v.getMetadata(parameter);
    const { isExtension: _, ...converted } = convert(parameter);
    const schema = { ...converted, ...(name === 'page_size' ? pageSize(route) : {}) };
    return {
      name,
      in: 'query',
      ...(isRequired ? { required: true } : {}),
      description: [v.getDescription(parameter), inWords(schema)].filter(Boolean).join(' '),
      schema,
      ...(example === undefined ? {} : { example }),
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      ...(isExtension ? EXTENSION : {}),
    };
  });

const pageSize = ({ path }: Route): Schema => {
  const sizes = path.startsWith('catalog/') ? CATALOG_PAGE_SIZES : PAGE_SIZES;
  return { default: sizes.default, maximum: sizes.max };
};

const KEY_EXAMPLES: Readonly<Record<string, string>> = {
  createInvoice: 'till-2-receipt-1042',
  cancelInvoice: 'till-2-refund-1042',
  withdrawInvoice: 'till-2-withdraw-1042',
};

/** One key is of one request: that of a sale is refused for its refund. */
const idempotencyKey = ({ id }: Route): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text of your own, new for each sale and each refund. A success is kept for 24 hours and given again to the same ' +
    'request under the same key; the same key with another body, or for another invoice, is a 400.',
  // Without an example of the parameter itself: the page at /docs/ would send it with every try.
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
    examples: [KEY_EXAMPLES[id] ?? `till-2-${id}-1042`],
  },
  ...EXTENSION,
});

const approvalParameter = (name: ApprovalHeader, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  ...EXTENSION,
});

const APPROVALS: Record<ApprovalHeader, Parameter> = {
  'Refund-Approval': approvalParameter(
    'Refund-Approval',
    "A second person's approval of this refund, as `invoices/{id}/refund-approvals/` gives it. Needed above the caller's " +
      'limit alone; good once, for that amount, within two minutes.',
  ),
  'Discount-Approval': approvalParameter(
    'Discount-Approval',
    "A second person's approval of this sale's discount, as `discount-approvals/` gives it. Needed above the shop's " +
      'limit (`discount_limit`) alone; good once, for that discount and total, within two minutes.',
  ),
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
    'The language of texts such as status_display, and of a refusal: English, or Ukrainian where `uk` is preferred.',
  schema: { type: 'string', examples: ['uk', 'en'] },
  ...EXTENSION,
};

const requestBody = (
  { examples }: Route,
  body: v.GenericSchema,
  schemas: Schemas,
): NonNullable<Operation['requestBody']> => {
  const name = nameOf(body) ?? '';
  return {
    required: schemas[name]?.required !== undefined,
    content: { 'application/json': { schema: refTo(name), ...(examples ? { examples } : {}) } },
  };
};

const FILE: Schema = { type: 'string', format: 'binary' };

const fileBody = (
  { examples }: Route,
  { types, maxBytes, optional }: FileBody,
): NonNullable<Operation['requestBody']> => ({
  required: !optional,
  description: `The file as it is, at most ${maxBytes} bytes; what it is shows in its content.`,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: FILE, ...(type === 'text/csv' && examples ? { examples } : {}) }]),
  ),
});

const success = (route: Route): Response => {
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
  return {
    description: route.status === 201 ? 'Created.' : 'Done.',
    headers,
    content: {
      'application/json': { schema: refTo(nameOf(route.answer) ?? ''), example: exampleOf(route.answer) },
      ...(route.stream ? { 'text/event-stream': { schema: { type: 'string' }, example: STREAMED } } : {}),
    },
  };
};

const STREAMED = `retry: 2000

id: 41
event: ready
data: {"last_event_id":41}

id: 42
event: invoice.created
data: ${JSON.stringify(exampleOf(event))}

`;

/** The refusals that a route can meet, in their order (dispatch.ts). */
const refusals = (route: Route): Record<string, Reference> => {
  const { refusals: own = [] } = route;
  const takesBody = route.method === 'POST' || route.method === 'PATCH';
  const isPublic = route.access === 'public';
  const names = [
    ...(takesBody ? ['BadRequest'] : route.query ? ['BadParameters'] : []),
    ...own,
    ...(!isPublic ? ['NotAuthenticated'] : route.body ? ['SignInRefused'] : []),
    'Forbidden',
    ...(hasId(route) || hasName(route) ? ['NotFound'] : 'page' in queryOf(route) ? ['InvalidPage'] : []),
    'MethodNotAllowed',
    ...(route.consumes
      ? ['FileTooLarge', 'UnsupportedFile']
      : takesBody
        ? ['TooLarge', 'UnsupportedMediaType']
        : []),
    'Throttled',
    'ServiceFailed',
    ...(route.callsBank ? ['BankFailed'] : []),
  ];
  return Object.fromEntries(
    names.map((name) => [ERROR_RESPONSES[name]?.status, { $ref: `#/components/responses/${name}` }]),
  );
};
