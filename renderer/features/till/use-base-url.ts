import { useQuery } from '@tanstack/react-query';
import { computerQuery } from '../../data/program-queries.ts';

/** Where the page itself came from: the service that it shows. */
const HERE = new URL('/api/v1/', location.origin).href;

/** The interface's base address, as a till is to be given it. */
export const useBaseUrl = (): string => {
  const { data: computer } = useQuery(computerQuery);
  return computer?.base_url ?? HERE;
};
