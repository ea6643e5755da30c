import {
  type IMPORT_PHASES,
  type ImportLine,
  NDJSON,
  type ProductImport,
} from '../../../../shared/api/catalog-files.ts';
import { ApiError, describeAnswer } from '../../../data/failure.ts';
import { answer, authorised } from '../../../data/http.ts';
import { linesOf } from '../../../data/ndjson.ts';
import { type Params, search } from '../../../data/queries.ts';

export interface Progress {
  phase: (typeof IMPORT_PHASES)[number];
  done: number;
  total: number | null;
}

interface Ways {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** @param file as it is sent @throws ApiError; AbortError when given up */
export const importProducts = async (file: Blob, params: Params, ways: Ways): Promise<ProductImport> => {
  const { signal } = ways;
  const response = await authorised(`catalog/products/import/${search(params)}`, {
    method: 'POST',
    file,
    headers: { Accept: NDJSON },
    signal,
    patience: Number.POSITIVE_INFINITY,
  });
  const isLines = response.headers.get('Content-Type')?.startsWith(NDJSON);
  if (!isLines || !response.body) return answer<ProductImport>(response);
  return lastOf(response.body, ways);
};

const lastOf = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { signal, onProgress }: Ways,
): Promise<ProductImport> => {
  try {
    for await (const line of linesOf<ImportLine>(body)) {
      if (line.type === 'progress') onProgress(line);
      if (line.type === 'result') return line.result;
      if (line.type === 'refusal')
        throw new ApiError(describeAnswer(new Response(null, { status: line.status }), line.body));
    }
  } catch (cause) {
    if (cause instanceof ApiError || signal.aborted) throw cause;
    throw new ApiError({ kind: 'unreachable' }, { cause });
  }
  // It ended without a word of how it ended.
  throw new ApiError({ kind: 'unreachable' });
};
