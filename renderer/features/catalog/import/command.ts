import {
  type IMPORT_PHASES,
  type ImportLine,
  NDJSON,
  type ProductImport,
} from '../../../../shared/api/catalog-files.ts';
import { search } from '../../../api/client.ts';
import { ApiError, failureOfResponse } from '../../../api/failure.ts';
import { answer, authorised } from '../../../api/http.ts';
import type { Params } from '../../../api/keys.ts';

export interface Progress {
  phase: (typeof IMPORT_PHASES)[number];
  done: number;
  total: number | null;
}

interface ImportOptions {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** @param file the request's body @throws ApiError; AbortError when cancelled */
export const importProducts = async (
  file: Blob,
  params: Params,
  options: ImportOptions,
): Promise<ProductImport> => {
  const { signal } = options;
  const response = await authorised(`catalog/products/import/${search(params)}`, {
    method: 'POST',
    file,
    headers: { Accept: NDJSON },
    signal,
    timeoutMs: Number.POSITIVE_INFINITY,
  });
  const isLines = response.headers.get('Content-Type')?.startsWith(NDJSON);
  if (!isLines || !response.body) return answer<ProductImport>(response);
  return lastOf(response.body, options);
};

const lastOf = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { signal, onProgress }: ImportOptions,
): Promise<ProductImport> => {
  try {
    for await (const line of linesOf<ImportLine>(body)) {
      if (line.type === 'progress') onProgress(line);
      if (line.type === 'result') return line.result;
      if (line.type === 'refusal') throw new ApiError(failureOfResponse(responseOf(line), line.body));
    }
  } catch (cause) {
    if (cause instanceof ApiError || signal.aborted) throw cause;
    throw new ApiError({ kind: 'unreachable' }, { cause });
  }
  // The stream ended without a result.
  throw new ApiError({ kind: 'unreachable' });
};

/** A refusal as it would have come before the answer began. */
const responseOf = ({ status, retry_after }: Extract<ImportLine, { type: 'refusal' }>): Response => {
  const headers = new Headers();
  if (retry_after !== undefined) headers.set('Retry-After', String(retry_after));
  return new Response(null, { status, headers });
};

/** Parses each line of an answer as it arrives. An incomplete last line is skipped. */
async function* linesOf<Line>(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Line> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as Line;
  }
}
