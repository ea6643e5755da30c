/**
 * Judges requests and answers by the bank's own published OpenAPI document, which nobody here wrote and which
 * is not part of this project: it lies beside it, and where it is absent nothing is judged (`documentIsHere`).
 *
 * Fields the document does not know are complaints too, so that neither side invents any.
 *
 * Where the document contradicts itself or the bank's description in words
 * (https://monobank.ua/api-docs/acquiring), and what is done about it:
 * 1. Three paths carry their query (`/api/merchant/invoice/status?invoiceId={invoiceId}`), which OpenAPI forbids:
 *    the query is cut off, and the parameters are taken from the list.
 * 2. The statement's item requires `profit` but describes `profitAmount`: an answer must have the first and may
 *    have the second.
 * 3. The answers of invoice/remove and qr/reset-amount are JSON objects by the schema and «пуста відповідь» by the
 *    words (description: an empty body): an empty body passes.
 * 4. `metadata` is limited by `maxItems`, a word for arrays: read as `maxProperties`. That its values are strings
 *    is in the description only.
 * 5. `invoiceId` and `qrId` in the query are not marked as required, yet leaving them out is an error; invoice/status
 *    knows 400 `empty 'invoiceId'`.
 * 6. finalize requires `amount`; the description has it optional.
 * 7. Absent X-Token is 400 by «Токен відсутній» of some calls, and every call marks it as required; an unknown one
 *    is 403. The description knows 403 only.
 * 8. `hold` is not among the statuses with which paymentInfo «can come», although a held payment has all of it.
 * 9. createdDate of a status is described as «дата і час фін. операції», but a created invoice has one too.
 * 10. The error schemas take any errCode; the codes are listed in the words of the description, and are taken
 *     from there. The refusals 58 and 82 of a card are listed twice, with different texts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';

const FILE = new URL('../../../shared/bank/acquiring-openapi.json', import.meta.url);

/** Methods as the document writes them (`get`). */
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: AnySchemaObject }[];
  requestBody?: { content: Record<string, { schema: AnySchemaObject }> };
  responses: Record<string, { content?: Record<string, { schema: AnySchemaObject }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, AnySchemaObject> };
  tags: { name: string; description: string }[];
}

/** False: the document is not on this machine, and every judgement passes. */
export const documentIsHere = existsSync(FILE);

const ERROR_SCHEMAS: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  405: 'MethodNotAllowedError',
  429: 'TooManyRequestsError',
  500: 'InternalServerError',
};

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  // Hundredths are no whole multiples of 0.01 in floating point.
  multipleOfPrecision: 6,
  formats: {
    int32: { type: 'number', validate: (value) => Math.abs(value) < 2 ** 31 },
    int64: { type: 'number', validate: (value) => Number.isSafeInteger(value) },
    float: true,
    'date-time': (value) => RFC3339.test(value) && !Number.isNaN(Date.parse(value)),
  },
});

/** A copy in which objects that list their properties have no others (see 2 and 4 above). */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    // An example is data, and so is the name of a property.
    if (key === 'example') continue;
    copy[key] = key === 'properties' ? closedProperties(value as Record<string, unknown>) : closed(value);
  }
  const { type, properties, required, maxItems } = copy as AnySchemaObject;
  if (type === 'object' && maxItems !== undefined) copy.maxProperties = maxItems;
  if (type === 'object' && properties) {
    const undescribed = (required ?? []).filter((name: string) => !(name in properties));
    Object.assign(properties, Object.fromEntries(undescribed.map((name: string) => [name, {}])));
    copy.additionalProperties = false;
  }
  return copy;
}

const closedProperties = (properties: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, closed(schema)]));

const read = (): Document => JSON.parse(readFileSync(FILE, 'utf8'));
const document: Document | undefined = documentIsHere ? read() : undefined;
const components = closed(document?.components ?? {});

const validators = new Map<string, ValidateFunction>();

/** Complaints about a value, each with its place. */
function complaints(schema: AnySchemaObject, value: unknown): string[] {
  const key = JSON.stringify(schema);
  let validate = validators.get(key);
  if (!validate) {
    validate = ajv.compile({ components, ...(closed(schema) as AnySchemaObject) });
    validators.set(key, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const detail = params.additionalProperty ?? params.allowedValues ?? '';
    return `${instancePath || '/'} ${message} ${detail}`.trim();
  });
}

function operations(path: string): Record<string, Operation> | undefined {
  const found = Object.entries(document?.paths ?? {}).find(([template]) => template.split('?')[0] === path);
  return found?.[1];
}

const operation = (method: string, path: string) => operations(path)?.[method.toLowerCase()];

/** The codes that the error's description lists: ``  `FORBIDDEN` - …``. */
function listedCodes(schemaName: string): string[] {
  const description: string =
    document?.components.schemas[schemaName]?.properties?.errCode?.description ?? '';
  return [...description.matchAll(/^\s*`([A-Z0-9_]+)` - /gm)].map((match) => match[1] ?? '');
}

function errorComplaints(status: number, body: unknown): string[] {
  const name = ERROR_SCHEMAS[status];
  if (!name) return [`the document knows no answer ${status}`];
  const bad = complaints({ $ref: `#/components/schemas/${name}` }, body);
  const { errCode } = (body ?? {}) as { errCode?: string };
  const codes = listedCodes(name);
  return codes.includes(errCode ?? '') ? bad : [...bad, `errCode ${errCode}: not one of ${codes.join(', ')}`];
}

function answerComplaints(method: string, path: string, status: number, text: string): string[] {
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return ['not JSON'];
  }
  const known = operation(method, path);
  if (!known) return status === 200 ? [] : errorComplaints(status, body);
  const response = known.responses[status];
  if (!response) return [`the document knows no answer ${status} of this call`];
  if (status !== 200) return errorComplaints(status, body);
  const schema = response.content?.['application/json']?.schema;
  if (text === '' && !schema?.$ref?.endsWith('/EmptyResponse')) return ['empty'];
  return schema ? complaints(schema, body) : [];
}

function queryComplaints(known: Operation, query: URLSearchParams): string[] {
  const parameters = (known.parameters ?? []).filter((each) => each.in === 'query');
  const bad = [...query.keys()]
    .filter((name) => !parameters.some((each) => each.name === name))
    .map((name) => `?${name}: the document does not know it`);
  for (const { name, required, schema } of parameters) {
    const value = query.get(name);
    if (value === null) {
      if (required || name === 'invoiceId' || name === 'qrId') bad.push(`?${name}: missing`);
      continue;
    }
    const typed = schema.type === 'integer' ? Number(value) : value;
    bad.push(...complaints(schema, typed).map((each) => `?${name}: ${each}`));
  }
  return bad;
}

function requestComplaints(method: string, path: string, body: unknown): string[] {
  const url = new URL(path, 'http://bank');
  const known = operation(method, url.pathname);
  if (!known) return [`the document does not know ${method} ${url.pathname}`];
  const bad = queryComplaints(known, url.searchParams);
  const schema = known.requestBody?.content['application/json']?.schema;
  if (schema) return [...bad, ...complaints(schema, body)];
  return body === undefined ? bad : [...bad, 'has a body, and the call takes none'];
}

function refuse(what: string, bad: readonly string[]): void {
  if (bad.length > 0) throw new Error(`${what}, by the bank's document:\n  ${bad.join('\n  ')}`);
}

/**
 * Throws, naming everything that is wrong, when the request is not one that the document allows.
 * @param path with its query, if any
 * @param body parsed; undefined for none
 */
export function judgeRequest(method: string, path: string, body?: unknown): void {
  if (document) refuse(`request ${method} ${path}`, requestComplaints(method, path, body));
}

/**
 * Throws when the answer is not one that the document allows for this call and status. A path it does not know
 * is judged as an error answer only.
 * @param text the body as it came
 */
export function judgeAnswer(method: string, path: string, status: number, text: string): void {
  const [pathname = path] = path.split('?');
  if (document)
    refuse(`answer ${status} to ${method} ${path}`, answerComplaints(method, pathname, status, text));
}

/** The codes and texts with which the bank says that a payment failed; empty without the document. */
export function refusalTexts(): Map<string, string[]> {
  const table = document?.tags.find((tag) => tag.name === 'Помилки в процесі оплати')?.description ?? '';
  const texts = new Map<string, string[]>();
  for (const [, code = '', text = ''] of table.matchAll(/<td>(\d+)<\/td>\s*<td>([^<]*)<\/td>/g)) {
    texts.set(code, [...(texts.get(code) ?? []), text]);
  }
  return texts;
}
