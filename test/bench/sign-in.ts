import { PASSWORD } from './make-shop.ts';
import { openClient } from './measure.ts';

/** The owner's access token. */
export const signIn = async (baseUrl: string): Promise<string> => {
  const client = openClient(baseUrl, undefined);
  const body = { username: 'owner', password: PASSWORD };
  const { text } = await client.ask({ method: 'POST', path: 'auth/token/', body }, true);
  client.close();
  return (JSON.parse(text) as { access: string }).access;
};
