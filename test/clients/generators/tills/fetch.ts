/** What the functions of two generators call instead of fetch: it knows the address of the service and the till's key. */

const { KRAMAR_API: api = '', KRAMAR_KEY: key = '' } = process.env;

/** orval's. */
export const call = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${key}`);
  const response = await fetch(`${api}${path}`, { ...init, headers });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const data: unknown = isJson ? await response.json() : await response.blob();
  return { data, status: response.status, headers: response.headers } as Answer;
};

/** kubb's. */
export interface RequestConfig<Body = unknown> {
  method: string;
  url: string;
  params?: object;
  data?: Body;
  headers?: object;
}
export type ResponseErrorConfig<Body> = Body;
export type Client = <Answer, _Error = unknown, Body = unknown>(
  config: RequestConfig<Body>,
) => Promise<{ data: Answer; status: number }>;

const client: Client = async <Answer>({ method, url, params, data, headers }: RequestConfig<unknown>) => {
  const query = params ? `?${new URLSearchParams({ ...params })}` : '';
  const json = { ...headers, 'Content-Type': 'application/json' };
  const init = { method, headers: json, ...(data === undefined ? {} : { body: JSON.stringify(data) }) };
  const answer = await call<{ data: Answer; status: number }>(`${url}${query}`, init);
  if (answer.status >= 400) throw answer.data;
  return answer;
};
// biome-ignore lint/style/noDefaultExport: kubb's functions import it so.
export default client;
