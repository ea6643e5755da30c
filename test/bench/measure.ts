import { Agent, request } from 'node:http';

/** What a client sees under a load. Times in milliseconds. */
export interface Load {
  p50: number;
  p99: number;
  /** Requests a second. */
  perSecond: number;
  requests: number;
  /** Of its process, for one request: unlike the other figures hardly affected by other work of the machine. */
  cpu: number | null;
}

/** @param sorted ascending; nearest rank: the value that the given part of all samples does not exceed */
export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;

export const ratio = (value: number, base: number): number => (base === 0 ? Number.NaN : value / base);

export interface Ask {
  method: 'GET' | 'POST' | 'OPTIONS';
  /** After the base address. */
  path: string;
  /** Sent as JSON; a text is sent as a table. */
  body?: object | string;
}

interface Answer {
  status: number;
  bytes: number;
  text: string;
}

/** The client, over connections that are kept alive. */
export interface Client {
  ask(ask: Ask, keepText?: boolean): Promise<Answer>;
  close(): void;
}

/** @param token sent with each request */
export const openClient = (baseUrl: string, token: string | undefined, connections = 1): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headersFor = (body: Ask['body']) => ({
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
  });
  return {
    ask: ({ method, path, body }, keepText = false) =>
      new Promise((resolve, reject) => {
        const requested = request(baseUrl + path, { agent, method, headers: headersFor(body) }, (answer) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          answer.on('data', (piece: Buffer) => {
            bytes += piece.length;
            if (keepText) pieces.push(piece);
          });
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, bytes, text: Buffer.concat(pieces).toString() }),
          );
        });
        requested.on('error', reject);
        requested.end(typeof body === 'object' ? JSON.stringify(body) : body);
      }),
    close: () => agent.destroy(),
  };
};

export interface Round {
  samples: number[];
  ms: number;
  /** Null: the system does not report it. */
  cpu: number | null;
}

export interface Effort {
  /** Runs for at least this long … */
  ms: number;
  /** … and until each connection has made this many requests. */
  atLeast: number;
}

/**
 * Sends requests without a pause over `connections` at once.
 * @param work one request, with its number
 * @param cpuOf what the process had spent so far, ms
 */
export const press = async (
  work: (at: number) => Promise<unknown>,
  connections: number,
  { ms, atLeast }: Effort,
  from = 0,
  cpuOf: () => number | null = () => null,
): Promise<Round> => {
  const samples: number[] = [];
  const cpuBefore = cpuOf();
  const startedAt = performance.now();
  const end = startedAt + ms;
  let next = from;
  const one = async (): Promise<void> => {
    for (let requested = 0; requested < atLeast || performance.now() < end; requested += 1) {
      const begun = performance.now();
      await work(next++);
      samples.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const cpu = cpuOf();
  // Less than before: a thread has ended, and its time has gone from the sum.
  const spent = cpu === null || cpuBefore === null || cpu < cpuBefore ? null : cpu - cpuBefore;
  return { samples, ms: performance.now() - startedAt, cpu: spent };
};

export const together = (rounds: readonly Round[]): Load => {
  const sorted = rounds.flatMap(({ samples }) => samples).toSorted((one, other) => one - other);
  const ms = rounds.reduce((sum, round) => sum + round.ms, 0);
  // Of a round in which a thread has ended the time is not known.
  const known = rounds.flatMap(({ samples, cpu }) =>
    cpu === null ? [] : [{ requests: samples.length, cpu }],
  );
  const requests = known.reduce((sum, round) => sum + round.requests, 0);
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    perSecond: ms === 0 ? 0 : (1000 * sorted.length) / ms,
    requests: sorted.length,
    cpu: requests === 0 ? null : known.reduce((sum, { cpu }) => sum + cpu, 0) / requests,
  };
};
