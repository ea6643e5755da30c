import type { Category, Product, ProductCreate, ProductPatch, Unit } from '../../../shared/api/catalog.ts';
import { call } from '../../api/http.ts';
import type { Named } from './queries.ts';

/** Mutations of the catalog. All throw ApiError. */

export const createProduct = (fields: ProductCreate): Promise<Product> =>
  call('catalog/products/', { method: 'POST', body: fields });

export const changeProduct = (id: number, changes: ProductPatch): Promise<Product> =>
  call(`catalog/products/${id}/`, { method: 'PATCH', body: changes });

export const deleteProduct = (id: number): Promise<unknown> =>
  call(`catalog/products/${id}/`, { method: 'DELETE' });

export interface NamedFields {
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
