import { ask, isDesktop } from './bridge.ts';
import { ApiError, describeAnswer, whenOnlyAsked } from './failure.ts';
import { authorised } from './http.ts';

interface Progress {
  /** Bytes so far. */
  received: number;
  /** How many records it will hold, where the service says so. */
  total: number | undefined;
}

/**
 * Fetches a file under the session's token (a plain link could not carry it) and hands it to the browser, or on the
 * desktop to the program, to save.
 * @param onProgress called as it arrives
 * @returns what it is called now; on the desktop with its folder
 * @throws ApiError; AbortError when given up
 */
export const download = async (
  path: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<string> => {
  const response = await authorised(path, { signal, patience: Number.POSITIVE_INFINITY });
  if (!response.ok || !response.body)
    throw new ApiError(whenOnlyAsked(describeAnswer(response, await response.json().catch(() => ({})))));
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'kramar';
  const file = await collect(response, onProgress);
  return keepFile(file, name);
};

/**
 * Hands a file to the browser, or on the desktop to the program, to save.
 * @returns what it is called now; on the desktop with its folder
 * @throws ApiError; AbortError where nobody chose where
 */
export const keepFile = async (file: Blob, name: string): Promise<string> => {
  if (isDesktop) return await saveByProgram(file, name);
  save(file, name);
  return name;
};

const collect = async (response: Response, onProgress: (progress: Progress) => void): Promise<Blob> => {
  const pieces: BlobPart[] = [];
  const told = response.headers.get('X-Total-Count');
  const total = told === null ? undefined : Number(told);
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
  const { path } = await ask('file.save', { name, bytes: new Uint8Array(await file.arrayBuffer()) });
  if (path === null) throw new DOMException('Nobody chose where to save it.', 'AbortError');
  return path;
};

const save = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
