import { Agent, request } from 'node:http';
import { type RawAnswer, readAnswer } from '../../helpers/raw.ts';

export interface Question {
  method: string;
  /** After the base address, exactly as it goes out. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

export type Reply = RawAnswer;

const agent = new Agent({ keepAlive: true });

/** Not fetch: it tidies paths and headers before they go out. */
export const ask = (baseUrl: string, question: Question): Promise<Reply> => {
  const { method, path, headers = {}, body } = question;
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(baseUrl);
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request(
      { hostname, port, agent, method, path: pathname + path, headers: { ...length, ...headers } },
      (response) => {
        readAnswer(response).then(resolve, reject);
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The service had closed the idle connection; it has seen nothing of this request.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(baseUrl, question));
      else reject(error);
    });
    sent.end(body);
  });
};
