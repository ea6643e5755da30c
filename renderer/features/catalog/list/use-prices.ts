import { useState } from 'react';
import type { Product } from '../../../../shared/api/catalog.ts';
import { useInvalidate } from '../../../data/keys.ts';
import { useTell } from '../../../ui/use-tell.ts';
import { changeProduct } from '../commands.ts';

/** A price that was typed into the list and is not known to be stored yet. */
interface Pending {
  /** Minor units. */
  minor: number;
  state: 'saving' | 'failed';
}

/** Prices typed straight into the list, each stored by itself while the next one is being typed. */
export const usePrices = () => {
  const invalidate = useInvalidate();
  const tell = useTell();
  const [pending, setPending] = useState<ReadonlyMap<number, Pending>>(new Map());
  /** @param was what is to be replaced: a later one may be under way already */
  const settle = (id: number, was: Pending, now: Pending | undefined): void =>
    setPending((before) => {
      if (before.get(id) !== was) return before;
      const next = new Map(before);
      if (now) next.set(id, now);
      else next.delete(id);
      return next;
    });
  const save = async ({ id, price }: Product, minor: number): Promise<void> => {
    const before = pending.get(id);
    if (minor === (before?.minor ?? price) && before?.state !== 'failed') return;
    const own: Pending = { minor, state: 'saving' };
    setPending((all) => new Map(all).set(id, own));
    try {
      await changeProduct(id, { price: minor });
      await invalidate('catalog');
      settle(id, own, undefined);
    } catch (error) {
      settle(id, own, { minor, state: 'failed' });
      tell.failed(error);
    }
  };
  return {
    of: (id: number): Pending | undefined => pending.get(id),
    save,
    hasFailed: [...pending.values()].some(({ state }) => state === 'failed'),
  };
};
