import { callProgram, isDesktop } from './bridge.ts';
import { ApiError, asReadFailure, failureOfResponse } from './failure.ts';
import { authorised } from './http.ts';
import { fileNameOf, saveInBrowser } from './save-in-browser.ts';

interface Progress {
  /** Bytes so far. */
  received: number;
  /** The number of records, if the service sends it. */
  total: number | undefined;
}

/**
 * Fetches a file with the session's token (a plain link cannot carry one) and saves it through the browser or the
 * program.
 * @param onProgress called as bytes arrive
 * @returns the file's name; on the desktop its path
 * @throws ApiError; AbortError when cancelled
 */
export const download = async (
  path: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<string> => {
  const response = await authorised(path, { signal, timeoutMs: Number.POSITIVE_INFINITY });
  if (!response.ok || !response.body)
    throw new ApiError(asReadFailure(failureOfResponse(response, await response.json().catch(() => ({})))));
  return saveFile(await collect(response, onProgress), fileNameOf(response));
};

/**
 * Saves a file through the browser or the program.
 * @returns the file's name; on the desktop its path
 * @throws ApiError; AbortError when no folder was chosen
 */
export const saveFile = async (file: Blob, name: string): Promise<string> => {
  if (isDesktop) return await saveByProgram(file, name);
  saveInBrowser(file, name);
  return name;
};

const collect = async (response: Response, onProgress: (progress: Progress) => void): Promise<Blob> => {
  const pieces: BlobPart[] = [];
  const totalHeader = response.headers.get('X-Total-Count');
  const total = totalHeader === null ? undefined : Number(totalHeader);
  let received = 0;
  try {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      pieces.push(piece);
      received += piece.byteLength;
      onProgress({ received, total });
    }
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    throw new ApiError({ kind: 'unreachable' }, { cause });
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' });
};

const saveByProgram = async (file: Blob, name: string): Promise<string> => {
  const { path } = await callProgram('file.save', { name, bytes: new Uint8Array(await file.arrayBuffer()) });
  if (path === null) throw new DOMException('Nobody chose where to save it.', 'AbortError');
  return path;
};
