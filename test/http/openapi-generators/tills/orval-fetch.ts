import { baseUrl, key } from './sale.ts';

/** What orval's functions call instead of fetch: the address of the service, and the till's key. */
export const call = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
  const headers = new Headers(init.headers);
  if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
  const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const data: unknown = isJson ? await response.json() : await response.blob();
  return { data, status: response.status, headers: response.headers } as Answer;
};
