import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { Category, Product, ProductCreate, ProductPatch, Unit } from '../../../shared/api/catalog.ts';
import { call } from '../../api/http.ts';
import { useInvalidate } from '../../api/keys.ts';
import { ConfirmAction } from '../../kit/dialog.tsx';
import { useToast } from '../../kit/use-toast.ts';
import type { Named } from './queries.ts';

interface DeletionProps extends PropsWithChildren {
  name: string;
  /** Deletes it on the service. @throws ApiError */
  remove(): Promise<unknown>;
  onDone(): void;
  onClose(): void;
}

/** Confirms a deletion; the children say what goes with it and what stays. */
export const Deletion = ({ name, remove, onDone, onClose, children }: DeletionProps) => {
  const { t } = useTranslation('catalog');
  const invalidate = useInvalidate();
  const toast = useToast();
  const run = async (): Promise<void> => {
    await remove();
    toast.success(t('deletion.done', { name }));
    onDone();
    await invalidate('catalog');
  };
  return (
    <ConfirmAction
      title={t('deletion.title', { name })}
      keep={t('deletion.keep')}
      confirm={t('words.deleteNamed', { name })}
      run={run}
      onClose={onClose}
    >
      {children}
    </ConfirmAction>
  );
};

/** Mutations of the catalog. All throw ApiError. */

export const createProduct = (fields: ProductCreate): Promise<Product> =>
  call('catalog/products/', { method: 'POST', body: fields });

export const changeProduct = (id: number, changes: ProductPatch): Promise<Product> =>
  call(`catalog/products/${id}/`, { method: 'PATCH', body: changes });

export const deleteProduct = (id: number): Promise<unknown> =>
  call(`catalog/products/${id}/`, { method: 'DELETE' });

interface NamedFields {
  name?: string;
  /** Units only. */
  short_name?: string;
}

export const createNamed = (kind: Named, fields: NamedFields): Promise<Category | Unit> =>
  call(`catalog/${kind}/`, { method: 'POST', body: fields });

export const changeNamed = (kind: Named, id: number, fields: NamedFields): Promise<Category | Unit> =>
  call(`catalog/${kind}/${id}/`, { method: 'PATCH', body: fields });

export const deleteNamed = (kind: Named, id: number): Promise<unknown> =>
  call(`catalog/${kind}/${id}/`, { method: 'DELETE' });
