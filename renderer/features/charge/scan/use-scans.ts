import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Tile } from '../../../../shared/api/product-shop.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { scanQuery } from '../../../api/queries.ts';
import { readNow } from '../../../api/read-now.ts';
import { useScanner } from '../../../shop/session/scan/use-scanner.ts';

export type ScanNotice =
  | { kind: 'added'; name: string }
  | { kind: 'unknown'; code: string; item: string }
  | { kind: 'noise' }
  | { kind: 'busy' }
  | { kind: 'failed'; code: string; failure: Failure };

/** A product, and how much of it the label says. */
export type ScannedProduct = Tile & { quantity?: number };

/**
 * Adds scanned products, in the order of the scans.
 * @param onScan called with each scan; gives what is done with its product once that is found
 * @param isBusy an invoice is being created
 */
export const useScans = (onScan: () => (product: ScannedProduct) => void, isBusy: () => boolean) => {
  const queries = useQueryClient();
  const [notice, setNotice] = useState<ScanNotice>();
  const queue = useRef(Promise.resolve());

  const look = async (code: string, onProduct: ReturnType<typeof onScan>): Promise<void> => {
    try {
      const { product, quantity, item } = await readNow(queries, scanQuery(code));
      if (isBusy()) setNotice({ kind: 'busy' });
      else if (product) {
        onProduct(quantity === null ? product : { ...product, quantity });
        setNotice({ kind: 'added', name: product.name });
      } else setNotice({ kind: 'unknown', code, item });
    } catch (error) {
      setNotice({ kind: 'failed', code, failure: failureOf(error) });
    }
  };
  const scan = (code: string): void => {
    const onProduct = onScan();
    queue.current = queue.current.then(() => look(code, onProduct));
  };
  const take = (code: string): void => (isBusy() ? setNotice({ kind: 'busy' }) : scan(code));
  const noise = (): void => setNotice({ kind: 'noise' });
  useScanner({ onScan: take, onNoise: noise });
  return { notice, scan, take, noise, clear: () => setNotice(undefined) };
};
