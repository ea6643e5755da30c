import type * as v from 'valibot';
import type { ActionCode } from '../../shared/actions.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { ApprovalHeader } from '../money/guard/approvals.ts';
import type { KeyedRequest } from '../money/journal/idempotency.ts';
import type { Actor } from '../shop/accounts/sessions.ts';
import type { Refine } from '../shop/validate.ts';
import type { FileBody } from './body.ts';
import type { EventStream } from './event-stream.ts';
import type { Once } from './idempotency.ts';
import type { Paginate } from './pagination.ts';
import type { Language } from './preferences.ts';
import type { Progress } from './progress.ts';

/** Required of the caller: nothing, membership, ownership, or a permission (of several: all, or any of them). */
export type Access =
  | 'public'
  | 'member'
  | 'owner'
  | Permission
  | readonly Permission[]
  | { anyOf: readonly Permission[] };

/** A handler's input: everything checked, nothing of HTTP. */
interface Call<Query, Body, Target> {
  /** Undefined: an endpoint that ignores who calls. */
  actor: Actor | undefined;
  query: Query;
  body: Body;
  /** The record that `load` found. */
  target: Target;
  language: Language;
  /** Present when the client sent an Idempotency-Key to an endpoint that waits (`idempotent`). */
  keyed?: KeyedRequest;
  /** For an endpoint that waits and then does something of its own: that, with its answer, in one transaction. */
  once: Once;
  /** The second person's approval sent to an endpoint that takes one. */
  approval?: string;
  /** The file sent to an endpoint that `consumes` files; undefined: none. */
  file: Buffer | undefined;
  /** For an endpoint that `consumes` files or `isLongRunning`: aborted once the client has hung up. */
  signal: AbortSignal;
  /** Reports progress to a client that accepts it. */
  progress(progress: Progress): void;
  /** `http://HOST:PORT`, as the client calls this service. */
  origin: string;
  paginate: Paginate;
  /** Checks the token again, for a handler that has waited. @throws SignInError, HttpError 403 */
  checkAccess(): Promise<void>;
}

export interface Example {
  summary?: string;
  value: unknown;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Endpoint<
  Query extends v.GenericSchema,
  Body extends v.GenericSchema,
  Target,
  Answer extends v.GenericSchema,
> {
  /** Its method, and its path after the base address, `{id}` for the record's id. */
  at: `${Method} ${string}`;
  query?: Query;
  /** Absent: the endpoint takes no body; an empty object counts as none. */
  body?: Body;
  /** Files that it takes as its body instead, sent raw. */
  consumes?: FileBody;
  /** Reports progress, line by line, to clients that accept application/x-ndjson; the answer is the last line. */
  reportsProgress?: true;
  /** A client may hang up before it ends. */
  isLongRunning?: true;
  /** Its caller is undefined for a public endpoint. */
  refine?: Refine<v.InferOutput<Body>, Actor | undefined>;
  /**
   * The rules that the handler checks by itself, in its transaction: run here only beside faults of the schema, so that
   * all are reported at once.
   */
  refineFaulty?: Refine<v.InferOutput<Body>, Actor | undefined>;
  /** The body's field with a refresh token: when we signed it, the request counts against its user. */
  countsFor?: string;
  /** Finds the record of the path's id; undefined is a 404, which precedes any error of the body. */
  load?: (id: number, actor: Actor) => Target | undefined;
  /** The same for a path with `{name}`. */
  loadNamed?: (name: string) => Target | undefined;
  /**
   * It shows and changes only what the caller's scope holds. Without it, an endpoint that needs a permission refuses a
   * narrowed caller; those for every member hold nothing of an invoice, or honour the scope.
   */
  honoursScope?: true;
  /** It writes the catalog: a caller who may only read it gets a 403. */
  writesCatalog?: true;
  /** Answers clients that accept text/event-stream instead of the handler. */
  stream?: EventStream;
  /** An addition to version 1 of the interface. */
  isExtension?: true;
  /** Recorded in the log of actions with the query, once the handler has succeeded. For what changes nothing: exports. */
  records?: ActionCode;
  /** Takes an Idempotency-Key. If it neither `callsBank` nor `isLongRunning`, it is one transaction with its answer. */
  idempotent?: true;
  /** Takes a second person's approval in this header. */
  takesApproval?: ApprovalHeader;
  /** Status of success; default 200. With 204 the answer has no body. */
  status?: 200 | 201 | 204;
  /** Schema of a successful answer; absent with 204, and with `produces`. */
  answer?: Answer;
  /** Media types of the files that it answers with instead: the handler gives a FileAnswer. */
  produces?: readonly string[];
  /** Names of components/headers that a successful answer carries besides the usual ones. */
  answerHeaders?: readonly string[];
  /** Generated clients name their functions after it: it never changes. */
  id: string;
  /** Its action in one line; `description` holds the other facts that a programmer of a till needs. */
  summary: string;
  description?: string;
  /** The order of the records of a list whose query takes no `ordering`. */
  order?: string;
  /** Names of components/responses that do not follow from the other fields. */
  refusals?: readonly string[];
  /** Sample bodies, of an endpoint that `consumes` files CSV; the first is the one that tills send most. */
  examples?: Record<string, Example>;
  /** Accept-Language chooses the language of the answer. */
  isTranslated?: true;
  /** It calls the bank, and can therefore answer 502. */
  callsBank?: true;
}

type Handled<Query extends v.GenericSchema, Body extends v.GenericSchema, Target> = Call<
  v.InferOutput<Query>,
  v.InferOutput<Body>,
  Target
>;

/** An endpoint as data, for the server; the types between schema and handler were checked by `defineRoute`. */
export type Route = Omit<Endpoint<v.GenericSchema, v.GenericSchema, unknown, v.GenericSchema>, 'at'> & {
  method: Method;
  path: string;
  access: Access;
  handler(call: Call<unknown, unknown, unknown>): unknown;
};

/** The result of a handler: of the answer's shape, where the endpoint has a schema of it. */
type Given<Answer extends v.GenericSchema> = v.InferOutput<Answer> | Promise<v.InferOutput<Answer>>;

/** Declares an endpoint for signed-in callers. */
export const defineRoute = <
  Query extends v.GenericSchema = v.GenericSchema<Record<string, never>>,
  Body extends v.GenericSchema = v.GenericSchema<Record<string, never>>,
  Target = undefined,
  Answer extends v.GenericSchema = v.GenericSchema,
>(
  endpoint: Endpoint<Query, Body, Target, Answer> & {
    access: Exclude<Access, 'public'>;
    handler(call: Handled<Query, Body, Target> & { actor: Actor }): Given<Answer>;
  },
): Route => routeAt(endpoint.at, endpoint);

/** Declares an endpoint that ignores who calls. */
export const definePublicRoute = <
  Body extends v.GenericSchema,
  Answer extends v.GenericSchema = v.GenericSchema,
>(
  endpoint: Endpoint<v.GenericSchema, Body, undefined, Answer> & {
    handler(call: Handled<v.GenericSchema, Body, undefined>): Given<Answer>;
  },
): Route => routeAt(endpoint.at, { ...endpoint, access: 'public' });

const routeAt = (at: string, endpoint: object): Route => {
  const [method, path] = at.split(' ');
  return { ...endpoint, method, path } as Route;
};

/** Declares an endpoint for signed-in callers that is an addition to version 1 of the interface, as most are. */
export const defineExtension: typeof defineRoute = (endpoint) =>
  defineRoute({ ...endpoint, isExtension: true });

const TABLE_TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

const TABLE = { produces: TABLE_TYPES, isTranslated: true } as const;

/** A report as a table: a few rows, made in memory. */
export const TABLE_ANSWER = {
  ...TABLE,
  answerHeaders: ['Content-Disposition'],
  isLongRunning: true,
} as const;

/** A table of any number of rows, sent while it is read. */
export const STREAMED_TABLE = {
  ...TABLE,
  answerHeaders: ['X-Total-Count', 'Content-Disposition'],
  refusals: ['Stopping'],
} as const;
