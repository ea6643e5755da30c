import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type {
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Response,
} from '../../../main/http/openapi/document.ts';
import type { Header } from '../../../main/http/openapi/headers.ts';
import type { Shop } from '../../helpers/shop.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The copy that goes with the sources, for those who write software against the interface. */
const COPY = path('../../../docs/openapi.json');
export const HOW_TO_WRITE =
  'docs/openapi.json is not what the service says; write it anew: npm run node -- test/http/write-openapi.ts';

/** The document as a client gets it. */
export const fetchDocument = async (shop: Shop): Promise<OpenApiDocument> => {
  const { status, body, text } = await shop.stranger.get<OpenApiDocument>('openapi.json');
  if (status !== 200) throw new Error(`GET openapi.json: ${status} ${text}`);
  return body;
};

export const readCopy = (): unknown => JSON.parse(readFileSync(COPY, 'utf8'));

const binary = (name: string, of: string): string => {
  const manifest = createRequire(import.meta.url).resolve(`${of}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return join(manifest, '..', bin[name] ?? '');
};

export const writeCopy = (document: OpenApiDocument): void => {
  writeFileSync(COPY, `${JSON.stringify(document, null, 2)}\n`);
  execFileSync(process.execPath, [binary('biome', '@biomejs/biome'), 'format', '--write', COPY]);
};

/**
 * The faults that redocly finds; empty when there are none. It does not block the event loop: the service would close
 * its idle connections meanwhile, and the next request be sent on one of them.
 */
export const lint = async (document: object): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-openapi-'));
  const file = join(folder, 'openapi.json');
  const args = [
    binary('redocly', '@redocly/cli'),
    'lint',
    file,
    '--format',
    'stylish',
    '--config',
    path('../redocly.yaml'),
  ];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  try {
    writeFileSync(file, JSON.stringify(document));
    await promisify(execFile)(process.execPath, args, { env });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export interface Endpoint {
  /** `POST invoices/` */
  key: string;
  method: string;
  /** After the base address. */
  path: string;
  operation: Operation;
  /** With those of its path. */
  parameters: Parameter[];
  /** By status, references followed. */
  responses: Record<string, ResolvedResponse>;
}

type ResolvedResponse = Omit<Response, 'headers'> & { headers: Record<string, Header> };

const METHODS: readonly Method[] = ['get', 'post', 'patch', 'delete'];

/** The target of a `#/components/…` reference. */
const follow = <Part extends object>(document: OpenApiDocument, part: Part | { $ref: string }): Part => {
  if (!('$ref' in part)) return part;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document) as Part;
};

export const endpointsOf = (document: OpenApiDocument): Endpoint[] =>
  Object.entries(document.paths).flatMap(([name, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [endpoint(document, name.slice(1), method, operation, item.parameters)] : [];
    }),
  );

const endpoint = (
  document: OpenApiDocument,
  name: string,
  method: Method,
  operation: Operation,
  shared: PathItem['parameters'],
): Endpoint => ({
  key: `${method.toUpperCase()} ${name}`,
  method: method.toUpperCase(),
  path: name,
  operation,
  parameters: [...shared.map((one) => follow<Parameter>(document, one)), ...(operation.parameters ?? [])],
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, reference]) => {
      const response = follow<Response>(document, reference);
      const headers = Object.entries(response.headers).map(([header, ref]) => [
        header,
        follow<Header>(document, ref as never),
      ]);
      return [status, { ...response, headers: Object.fromEntries(headers) }];
    }),
  ),
});
