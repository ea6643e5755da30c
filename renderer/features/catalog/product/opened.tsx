import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import type { Page } from '../../../../shared/api/pages.ts';
import { failureOf } from '../../../data/failure.ts';
import { keys } from '../../../data/keys.ts';
import { productQuery } from '../../../data/queries.ts';
import { EmptyState, FailedState, LoadingState } from '../../../ui/query-view.tsx';
import type { Opened as OpenedName } from '../search.ts';
import { AddProduct } from './add-product.tsx';
import { EditProduct } from './edit-product.tsx';
import { PanelHead, SidePanel } from './panel.tsx';

/** What is open at the side. */
export const Opened = ({ open }: { open: OpenedName | undefined }) => {
  if (open === undefined) return null;
  return open === 'new' ? <AddProduct /> : <OpenedProduct key={open} id={open} />;
};

const OpenedProduct = ({ id }: { id: number }) => {
  const { data, error, refetch } = useProduct(id);
  const failure = error ? failureOf(error) : undefined;
  if (data) return <EditProduct product={data} isGone={failure?.kind === 'missing'} />;
  return <NotRead id={id} failure={failure} onRetry={() => void refetch()} />;
};

/** One product; what the list has read of it is there at once. */
const useProduct = (id: number) => {
  const queries = useQueryClient();
  const listed = () =>
    queries
      .getQueriesData<Page<Product> | Product>({ queryKey: keys.allProducts })
      .flatMap(([queryKey, data]) =>
        (data && 'results' in data ? data.results : []).map((product) => ({
          product,
          at: queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
        })),
      )
      .filter(({ product }) => product.id === id)
      .toSorted((one, other) => other.at - one.at)[0];
  return useQuery({
    ...productQuery(id),
    initialData: () => listed()?.product,
    initialDataUpdatedAt: () => listed()?.at,
  });
};

interface NotReadProps {
  id: number;
  failure: ReturnType<typeof failureOf> | undefined;
  onRetry(): void;
}

/** It is being read, or cannot be. */
const NotRead = ({ id, failure, onRetry }: NotReadProps) => {
  const { t } = useTranslation('catalog');
  const content = () => {
    if (failure?.kind === 'missing')
      return <EmptyState title={t('missing.title')}>{t('missing.text')}</EmptyState>;
    if (failure && failure.kind !== 'session') return <FailedState failure={failure} onRetry={onRetry} />;
    return <LoadingState rows={6} height={52} />;
  };
  return (
    <SidePanel open={id} label={t('panel.label')} isDirty={false}>
      <PanelHead title={t('panel.label')} />
      {content()}
    </SidePanel>
  );
};
