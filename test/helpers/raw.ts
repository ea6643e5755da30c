import { type IncomingMessage, request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** An answer, read to its end. */
export const readAnswer = async (response: IncomingMessage): Promise<RawAnswer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  };
};

/** One request with exactly these headers, those included that fetch keeps for itself (Host, Origin). */
export const rawRequest = (
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      readAnswer(response).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
