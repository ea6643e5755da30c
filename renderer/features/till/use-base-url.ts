import { useQuery } from '@tanstack/react-query';
import { computerQuery } from '../../api/program-queries.ts';

/** The service that serves this page. */
const HERE = new URL('/api/v1/', location.origin).href;

/** The interface's base address for till apps. */
export const useBaseUrl = (): string => {
  const { data: computer } = useQuery(computerQuery);
  return computer?.base_url ?? HERE;
};
