import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { cartPricesQuery } from '../../api/queries.ts';
import { readNow } from '../../api/read-now.ts';
import { Act } from '../../kit/act.tsx';
import { ChargeCallout } from './charge-callout.tsx';
import type { Form, FormAction } from './form.ts';

interface ChangedPricesProps {
  changed: readonly ChangedPrice[];
  fill(action: FormAction): void;
  /** Absent: the caller sells at the prices of the catalog alone. */
  onKeep?: (() => void) | undefined;
}

/** Prices of the catalog that changed since the seller saw them. Nothing is sold until one of the buttons was pressed. */
export const ChangedPrices = ({ changed, fill, onKeep }: ChangedPricesProps) => {
  const { t } = useTranslation('charge');
  if (changed.length === 0) return null;
  const use = (): void => {
    for (const { key, now } of changed) fill({ type: 'line', key, changes: { price: now } });
  };
  return (
    <ChargeCallout
      tone="working"
      title={t('prices.title')}
      action={
        <Group gap="xs" mt={4}>
          <Act tone="main" size="xs" onClick={use} text={t('prices.use')} />
          {onKeep ? <Act size="xs" onClick={onKeep} text={t('prices.keep')} /> : null}
        </Group>
      }
    >
      {changed.map(({ key, name, seen, now }) => (
        <span key={key} style={{ display: 'block' }}>
          {t('prices.change', { name, seen: formatAmount(seen), now: formatAmount(now) })}
        </span>
      ))}
    </ChargeCallout>
  );
};

/** A line whose product has had another price since the seller saw it, minor units. */
export interface ChangedPrice {
  /** Of the line. */
  key: number;
  product: number;
  name: string;
  seen: number;
  now: number;
}

type Prices = Readonly<Record<string, number>>;

const idsOf = ({ lines }: Form): string =>
  [...new Set(lines.flatMap(({ product }) => (product === null ? [] : [product])))]
    .sort((a, b) => a - b)
    .join(',');

/** @param kept by product, the present price beside which the seller keeps the one seen */
const changedPrices = (
  { lines }: Pick<Form, 'lines'>,
  prices: Prices,
  kept: ReadonlyMap<number, number>,
): ChangedPrice[] =>
  lines.flatMap(({ key, product, name, price: seen }) => {
    const now = product === null ? undefined : prices[product];
    if (product === null || now === undefined || typeof seen !== 'number') return [];
    return seen === now || kept.get(product) === now ? [] : [{ key, product, name, seen, now }];
  });

/** Compares the prices that the seller saw with those of the catalog: while the form stands, and before a sale. */
export const useChangedPrices = (form: Form) => {
  const queries = useQueryClient();
  const query = cartPricesQuery(idsOf(form));
  const { data: prices = {} } = useQuery(query);
  const [kept, setKept] = useState<ReadonlyMap<number, number>>(new Map());
  const changed = idsOf(form) === '' ? [] : changedPrices(form, prices, kept);
  return {
    changed,
    /** Reads the catalog anew. What cannot be read keeps nobody from selling: the service then says what is wrong. */
    isChangedNow: async (): Promise<boolean> => {
      if (idsOf(form) === '') return false;
      const present = await readNow(queries, query).catch(() => ({}));
      return changedPrices(form, present, kept).length > 0;
    },
    keep: (): void =>
      setKept(new Map([...kept, ...changed.map(({ product, now }) => [product, now] as const)])),
  };
};
