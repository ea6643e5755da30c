import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import type { Shop } from '../helpers/shop.ts';
import { tablesOf } from '../helpers/trace.ts';
import { faultsOf } from './contract/answers.ts';
import { ask, type Question, type Reply } from './contract/ask.ts';
import { type Endpoint, endpointsOf, fetchDocument, readCopy } from './contract/document.ts';
import {
  asFile,
  at,
  examplesOf,
  goodBody,
  goodPath,
  parameterExamples,
  queryValue,
} from './contract/good-request.ts';
import { type Judge, judgeOf } from './contract/judge.ts';
import { type Junk, junkFor } from './contract/junk.ts';
import { isAllowed } from './contract/lenient.ts';
import { BANK_CALLS, enoughFor, FAULTY } from './contract/refusals.ts';
import { type Stage, setStage } from './contract/stage.ts';

/** The copy in docs/ names the tests; openapi.test.ts checks that it is what the service serves. */
const ENDPOINTS = endpointsOf(readCopy() as OpenApiDocument);
/** Bad requests to each endpoint, and how long they may take. For a long search: both higher, and --testTimeout. */
const { CONTRACT_RUNS = '100', CONTRACT_MS = '50' } = process.env;

let stage: Stage;
let ownerToken: string;
let document: OpenApiDocument;
let judge: Judge;

beforeAll(async () => {
  stage = await setStage();
  ownerToken = stage.tokens.access;
  document = await fetchDocument(stage.shop);
  judge = judgeOf(document);
});
afterAll(() => stage.shop.close());

/**
 * Only the bank knows whether there is such a payment, receipt or register state: a refusal comes after a request to
 * it.
 */
const LOOKS_FIRST = ['adoptPayment', 'getInvoiceFiscalCheckFile', 'releaseCashRegister'];

/** Everything that a request could leave behind: every table, and the number of calls to the bank. */
const tracesOf = (shop: Shop, operationId: string) => {
  const calls = shop.bank.requests;
  const counted = LOOKS_FIRST.includes(operationId) ? calls.filter(({ method }) => method !== 'GET') : calls;
  return { tables: tablesOf(shop), calls: counted.length };
};

/** The request with the owner's token, which the auth endpoints ignore. */
const signed = (headers: Record<string, string> = {}): Record<string, string> => ({
  Authorization: `Bearer ${ownerToken}`,
  'Content-Type': 'application/json',
  ...headers,
});

const send = (question: Question): Promise<Reply> => ask(stage.shop.baseUrl, question);

const expectAsDescribed = (endpoint: Endpoint, reply: Reply, sent: unknown = ''): void => {
  const faults = faultsOf(judge, endpoint, reply);
  const question = JSON.stringify(sent).slice(0, 1000);
  expect(faults, `${endpoint.key} ${question}\n→ ${reply.status} ${reply.text.slice(0, 500)}`).toEqual([]);
};

describe('a good request is answered as described', () => {
  const cases = ENDPOINTS.flatMap((endpoint) => {
    const examples = examplesOf(endpoint);
    const bodies = examples.length > 0 ? examples : [['', undefined] as const];
    return [
      ...bodies.map(([name, value]) => ({ endpoint, name, value, headers: {}, query: {} })),
      // With the examples of all its parameters.
      ...parameterExamples(endpoint).map((given, round) => ({
        endpoint,
        name: `with its parameters, ${round + 1}`,
        value: bodies[0]?.[1],
        ...given,
      })),
    ];
  });

  test.each(cases)('$endpoint.key $name', async ({ endpoint, name, value, headers, query }) => {
    const { operationId } = endpoint.operation;
    const id =
      operationId === 'cancelInvoice' && name === 'part'
        ? await stage.paid()
        : await stage.target(operationId);
    const reply = await send({
      method: endpoint.method,
      path: goodPath(endpoint, id, query),
      headers: signed({ ...asFile(endpoint), ...headers }),
      body: goodBody(stage, endpoint, value),
    });
    stage.spent(operationId);
    expect(reply.status, reply.text).toBe(Number(Object.keys(endpoint.responses)[0]));
    expectAsDescribed(endpoint, reply);
  });

  test('a table is taken as a file, and its progress comes as in the example', async () => {
    const endpoint = endpointOf('importProducts');
    const [, example = ''] = /```\n([\s\S]*?)```/.exec(endpoint.operation.description) ?? [];
    const linesOf = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; body?: unknown });
    const { text } = await send({
      method: 'POST',
      path: at(endpoint),
      headers: signed({ 'Content-Type': 'text/csv', Accept: 'application/x-ndjson' }),
      // A row without its price, as in the example.
      body: `Назва;Ціна\n${Array.from({ length: 5 }, (_, row) => `Чай ${row};45,00\n`).join('')}Кава;\n`,
    });
    const shapes = (lines: string) =>
      Object.fromEntries(linesOf(lines).map(({ type, ...rest }) => [type, Object.keys(rest).sort()]));
    expect(shapes(text)).toEqual(shapes(example));
    for (const lines of [example, text])
      expect(judge({ $ref: '#/components/schemas/ValidationError' }, linesOf(lines).at(-1)?.body)).toBe('');
    expect(linesOf(text).at(-1)?.body).toEqual(linesOf(example).at(-1)?.body);
  });

  test('with every query parameter at once', async () => {
    const read = ENDPOINTS.filter(
      ({ method, parameters }) => method === 'GET' && parameters.some((one) => one.in === 'query'),
    );
    for (const endpoint of read) {
      const query = endpoint.parameters
        // The id of a check is the bank's own.
        .filter((one) => one.in === 'query' && one.name !== 'check')
        .map(
          (one) => `${one.name}=${one.name === 'tax_number' ? stage.shop.merchant.edrpou : queryValue(one)}`,
        );
      const reply = await send({
        method: 'GET',
        path: at(endpoint, await stage.target(endpoint.operation.operationId), `?${query.join('&')}`),
        headers: signed(),
      });
      expect(reply.status, reply.text).toBe(200);
      expectAsDescribed(endpoint, reply);
    }
  });

  const keyed = ENDPOINTS.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  test.each(keyed)(
    'and at once, and repeated under its Idempotency-Key, which does nothing more: $key',
    async (endpoint) => {
      const { operationId } = endpoint.operation;
      const [[, example] = []] = examplesOf(endpoint);
      const question = {
        method: endpoint.method,
        path: goodPath(endpoint, await stage.target(operationId)),
        headers: signed({ 'Idempotency-Key': `again ${operationId}` }),
        body: goodBody(stage, endpoint, example),
      };
      const { release } = await stage.shop.hold();
      onTestFinished(release);
      const [first, ...others] = await Promise.all([send(question), send(question), send(question)]);
      expect(first.status, first.text).toBe(Number(Object.keys(endpoint.responses)[0]));
      expect(others.map(({ status, text }) => [status, text])).toEqual(
        others.map(() => [first.status, first.text]),
      );
      const before = tracesOf(stage.shop, operationId);
      const again = await send(question);
      expect(tracesOf(stage.shop, operationId)).toEqual(before);
      stage.spent(operationId);
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([first.status, 'true']);
      expect(again.text).toBe(first.text);
      expectAsDescribed(endpoint, again);
    },
  );
});

const endpointOf = (operationId: string): Endpoint => {
  const found = ENDPOINTS.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`No operation ${operationId}.`);
  return found;
};

describe('a bad request is refused as described, and leaves no trace', () => {
  test.each(ENDPOINTS)('$key', async (endpoint) => {
    const { operationId } = endpoint.operation;
    let before: ReturnType<typeof tracesOf> | undefined;
    const { release } = await stage.shop.hold();
    onTestFinished(release);

    const holds = async ({ id, query, headers, body }: Junk): Promise<void> => {
      const own = await stage.target(operationId);
      before ??= tracesOf(stage.shop, operationId);
      const question = {
        method: endpoint.method,
        path: at(endpoint, id ?? own, query),
        headers: signed(headers),
        body,
      };
      const reply = await send(question);
      expectAsDescribed(endpoint, reply, question);
      if (id !== undefined && /{(id|name)}/.test(endpoint.path))
        expect(reply.status).toBeGreaterThanOrEqual(400);
      if (reply.status >= 400 && reply.status < 500)
        expect(
          tracesOf(stage.shop, operationId),
          `a trace of ${JSON.stringify(question).slice(0, 1000)}`,
        ).toEqual(before);
      else {
        before = undefined;
        stage.spent(operationId);
      }
      if (reply.status < 300 && body !== undefined && endpoint.operation.requestBody)
        expect(
          isAllowed(judge, document, endpoint, body),
          `accepted against the schema: ${body.slice(0, 1000)}`,
        ).toBe(true);
    };

    // fast-check's own time limit leaves the request under way running into the next test.
    let end: number | undefined;
    const inTime = (junk: Junk): Promise<void> => {
      end ??= performance.now() + Number(CONTRACT_MS);
      return performance.now() < end ? holds(junk) : Promise.resolve();
    };
    await fc.assert(fc.asyncProperty(junkFor(document, endpoint), inTime), {
      numRuns: Number(CONTRACT_RUNS),
    });
  });
});

describe('faults that such requests have found', () => {
  test.each(['gzip', 'deflate', 'br'])(
    'a body that is no %s stream is a 400, not a 500',
    async (encoding) => {
      const endpoint = endpointOf('createCategory');
      const headers = signed({ 'Content-Encoding': encoding });
      const reply = await send({ method: 'POST', path: at(endpoint), headers, body: '{"name":"x"}' });
      expect(reply.status, reply.text).toBe(400);
      expectAsDescribed(endpoint, reply);
    },
  );

  test('a body nested a hundred thousand deep is a 400 under an Idempotency-Key too', async () => {
    const endpoint = endpointOf('createInvoice');
    const question = {
      method: 'POST',
      path: at(endpoint),
      headers: signed({ 'Idempotency-Key': 'deep' }),
      body: `{"terminal":1,"amount":1,"comment":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    };
    const reply = await send(question);
    expect(reply.status, reply.text).toBe(400);
    expectAsDescribed(endpoint, reply);
  });
});

describe('every documented refusal can occur', () => {
  const cases = ENDPOINTS.flatMap((endpoint) =>
    Object.keys(endpoint.responses).flatMap((status) =>
      FAULTY[Number(status)] ? [{ endpoint, status: Number(status) }] : [],
    ),
  );

  test.each(cases)('$endpoint.key $status', async ({ endpoint, status }) => {
    const good = { method: endpoint.method, path: at(endpoint), headers: signed() };
    const question = { ...good, ...FAULTY[status]?.(endpoint, signed) };
    const reply = await send(question);
    expect(reply.status, reply.text).toBe(status);
    expectAsDescribed(endpoint, reply, question);
  });

  test('502', async () => {
    const asking = ENDPOINTS.filter(({ responses }) => '502' in responses);
    expect(asking.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(BANK_CALLS));
    for (const endpoint of asking)
      for (const kind of ['internal-error', 'bad-gateway', 'reset', 'malformed-json'] as const) {
        const { operationId } = endpoint.operation;
        const body = enoughFor(stage, endpoint);
        const path = at(endpoint, await stage.target(operationId));
        stage.shop.bank.fault({ kind, path: BANK_CALLS[operationId] as string, times: 1 });
        const bodyOption = endpoint.method === 'GET' ? {} : { body };
        const reply = await send({ method: endpoint.method, path, headers: signed(), ...bodyOption });
        stage.shop.bank.clearFaults();
        stage.spent(operationId);
        expect(reply.status, `${endpoint.key} ${kind} ${reply.text}`).toBe(502);
        expectAsDescribed(endpoint, reply);
      }
  });
});
