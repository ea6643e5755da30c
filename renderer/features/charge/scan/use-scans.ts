import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Tile } from '../../../../shared/api/product-shop.ts';
import { tilesQuery } from '../../../data/counter.ts';
import { type Failure, failureOf } from '../../../data/failure.ts';
import { readNow } from '../../../data/read-now.ts';
import { useScanner } from './use-scanner.ts';

export type ScanNotice =
  | { kind: 'added'; name: string }
  | { kind: 'unknown'; code: string }
  | { kind: 'noise' }
  | { kind: 'busy' }
  | { kind: 'failed'; code: string; failure: Failure };

/** The product with the barcode; else the only one whose article or external code it is. */
const findScanned = async (queries: QueryClient, code: string): Promise<Tile | undefined> => {
  const { results } = await readNow(queries, tilesQuery({ barcode: code, page_size: 1 }));
  if (results[0]) return results[0];
  const found = await readNow(queries, tilesQuery({ search: code, page_size: 100 }));
  const same = found.results.filter(({ article, external_code }) => [article, external_code].includes(code));
  return same.length === 1 ? same[0] : undefined;
};

/**
 * Adds scanned products, in the order of the scans.
 * @param isBusy an invoice is being created
 */
export const useScans = (onProduct: (product: Tile) => void, isBusy: () => boolean) => {
  const queries = useQueryClient();
  const [notice, setNotice] = useState<ScanNotice>();
  const queue = useRef(Promise.resolve());

  const look = async (code: string): Promise<void> => {
    try {
      const product = await findScanned(queries, code);
      if (isBusy()) setNotice({ kind: 'busy' });
      else if (product) {
        onProduct(product);
        setNotice({ kind: 'added', name: product.name });
      } else setNotice({ kind: 'unknown', code });
    } catch (error) {
      setNotice({ kind: 'failed', code, failure: failureOf(error) });
    }
  };
  const scan = (code: string): void => {
    queue.current = queue.current.then(() => look(code));
  };
  useScanner({
    onScan: (code) => (isBusy() ? setNotice({ kind: 'busy' }) : scan(code)),
    onNoise: () => setNotice({ kind: 'noise' }),
  });
  return { notice, scan, clear: () => setNotice(undefined) };
};
