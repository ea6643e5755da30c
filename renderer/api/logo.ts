import { queryOptions } from '@tanstack/react-query';
import type { Logo } from '../../shared/api/logo.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** Stands on papers in the place of the shop's name. */
export const logoQuery = queryOptions({
  queryKey: keys.logo,
  queryFn: ({ signal }) => call<Logo>('logo/', { signal }),
});
