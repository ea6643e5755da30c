import type { Reply } from './ask.ts';
import type { Endpoint } from './document.ts';
import type { Judge } from './judge.ts';

/** The parts of an answer that its endpoint's description does not allow; empty when there are none. */
export const faultsOf = (judge: Judge, endpoint: Endpoint, reply: Reply): string[] => {
  const response = endpoint.responses[String(reply.status)];
  if (!response) return [`status ${reply.status} is not documented`];
  if (reply.status === 500) return ['nothing that is sent may end in a 500'];
  return [
    ...Object.entries(response.headers).flatMap(([name, { schema, required }]) =>
      headerFaults(judge, name, schema, required === true, reply),
    ),
    ...bodyFaults(judge, response.content, reply),
  ];
};

const headerFaults = (
  judge: Judge,
  name: string,
  schema: Parameters<Judge>[0],
  required: boolean,
  { headers }: Reply,
): string[] => {
  const text = headers[name.toLowerCase()];
  if (text === undefined) return required ? [`header ${name} is missing`] : [];
  const fault = judge(schema, schema.type === 'integer' ? Number(text) : text);
  return fault === '' ? [] : [`header ${name}: ${text}: ${fault}`];
};

type Content = Endpoint['responses'][string]['content'];

const bodyFaults = (judge: Judge, content: Content, reply: Reply): string[] => {
  if (content === undefined) return reply.text === '' ? [] : ['there is a body'];
  const type = String(reply.headers['content-type']);
  const schema = content['application/json']?.schema;
  if (schema === undefined) {
    const isFile = Object.keys(content).includes(type.split(';')[0] ?? '') && reply.text !== '';
    return isFile ? [] : [`no such file: ${type}`];
  }
  if (reply.headers['content-type'] !== 'application/json; charset=utf-8')
    return [`Content-Type ${reply.headers['content-type']}`];
  const body = parse(reply.text);
  if (body === undefined) return ['the body is no JSON'];
  const fault = judge(schema, body);
  const isRefusal = reply.status >= 400;
  return [
    ...(fault === '' ? [] : [fault]),
    ...(isRefusal && typeof (body as { detail?: unknown } | null)?.detail !== 'string' ? ['no detail'] : []),
  ];
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
