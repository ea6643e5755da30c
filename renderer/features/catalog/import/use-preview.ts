import { useCallback, useEffect, useState } from 'react';
import type { ProductImport } from '../../../../shared/api/catalog-files.ts';
import { type Failure, failureOf } from '../../../data/failure.ts';
import type { TableFile } from '../../../lib/table-file.ts';
import { importProducts, type Progress } from './command.ts';
import { paramsOf, type Settings } from './settings.ts';

type State =
  | { state: 'reading'; progress: Progress | undefined }
  | { state: 'ready' }
  | { state: 'failed'; failure: Failure };

/**
 * What a file would do, asked anew whenever it is to be read in another way. What was told last stays on the screen
 * until the next is there, so that nothing jumps while somebody tries one setting after another.
 * @param isHeld nothing is asked now: the service takes one file at a time
 */
export const usePreview = (file: TableFile, settings: Settings, isHeld: boolean) => {
  const [round, setRound] = useState(0);
  const [last, setLast] = useState<ProductImport>();
  const [state, setState] = useState<State>({ state: 'reading', progress: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks once more
  useEffect(() => {
    if (isHeld) return;
    const stop = new AbortController();
    setState({ state: 'reading', progress: undefined });
    importProducts(
      file.bytes,
      { ...paramsOf(settings), dry_run: true },
      {
        signal: stop.signal,
        onProgress: (progress) => {
          if (!stop.signal.aborted) setState({ state: 'reading', progress });
        },
      },
    )
      .then((preview) => {
        if (stop.signal.aborted) return;
        setLast(preview);
        setState({ state: 'ready' });
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState({ state: 'failed', failure: failureOf(error) });
      });
    return () => stop.abort();
  }, [file, settings, round, isHeld]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, preview: last, again };
};
