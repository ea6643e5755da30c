import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tile } from '../../../../shared/api/product-shop.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { scanQuery } from '../../../api/queries.ts';
import { readNow } from '../../../api/read-now.ts';
import { preferencesStore } from '../../../lib/preferences.ts';
import { playSound } from '../../../lib/sound.ts';
import { useScanner } from '../../../shop/session/scan/use-scanner.ts';

export type ScanNotice =
  | { kind: 'added'; name: string }
  | { kind: 'unknown'; code: string; item: string }
  | { kind: 'noise' }
  | { kind: 'busy' }
  | { kind: 'failed'; code: string; failure: Failure };

/** A product, and how much of it the label says. */
type ScannedProduct = Tile & { quantity?: number };

interface ScansPorts {
  /** Called with each scan; gives what is done with its product once that is found. */
  onScan(): (product: ScannedProduct) => void;
  /** An invoice is being created. */
  isBusy(): boolean;
  waitFor(work: () => Promise<boolean>): void;
}

/** Adds scanned products, in the order of the scans. */
export const useScans = ({ onScan, isBusy, waitFor }: ScansPorts) => {
  const queries = useQueryClient();
  const [notice, setNotice] = useState<ScanNotice>();

  const look = async (code: string, onProduct: ReturnType<typeof onScan>): Promise<ScanNotice> => {
    try {
      const { product, quantity, item } = await readNow(queries, scanQuery(code));
      if (!product) return { kind: 'unknown', code, item };
      onProduct(quantity === null ? product : { ...product, quantity });
      // The line comes first: the sound card may take half a second to open.
      if (preferencesStore.get().sound) requestAnimationFrame(() => setTimeout(playSound, 0, 'scanned'));
      return { kind: 'added', name: product.name };
    } catch (error) {
      return { kind: 'failed', code, failure: failureOf(error) };
    }
  };
  const scan = (code: string): void => {
    const onProduct = onScan();
    waitFor(async () => {
      const found = await look(code, onProduct);
      setNotice(found);
      return found.kind === 'added';
    });
  };
  const take = (code: string): void => (isBusy() ? setNotice({ kind: 'busy' }) : scan(code));
  const noise = (): void => setNotice({ kind: 'noise' });
  useScanner({ onScan: take, onNoise: noise });
  return { notice, take, noise, clear: () => setNotice(undefined) };
};
