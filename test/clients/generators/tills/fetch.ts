/** The fetch that orval's functions call: it knows the address of the service and the till's key. */

const { KRAMAR_API: api = '', KRAMAR_KEY: key = '' } = process.env;

export const call = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${key}`);
  const response = await fetch(`${api}${path}`, { ...init, headers });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const data: unknown = isJson ? await response.json() : await response.blob();
  return { data, status: response.status, headers: response.headers } as Answer;
};
