import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bank, createBank } from '../../main/bank/client.ts';

let server: Server;
let bank: Bank;
let answer: { status?: number; body: string };
let requested: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url} ${request.headers['x-token']}`);
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bank = createBank({ baseUrl, timeoutMs: 2000, version: '0' });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  requested = [];
});

const fileOf = (bytes: Buffer) => JSON.stringify({ file: bytes.toString('base64') });

test('the PDF is what the base64 holds, byte for byte', async () => {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0, 255, 128, 10, 13])]);
  answer = { body: fileOf(pdf) };
  expect(await bank.receipt('token', 'p2_1')).toEqual(pdf);
  expect(requested).toEqual(['GET /api/merchant/invoice/receipt?invoiceId=p2_1 token']);
});

test.each([
  ['no file', '{}'],
  ['an empty file', fileOf(Buffer.from(''))],
  ['a page of a gateway in base64', fileOf(Buffer.from('<html>%PDF-1.7</html>'))],
  ['a file that is no text', '{"file":[37,80,68,70]}'],
  ['no base64', '{"file":"%PDF-1.7"}'],
  ['more than any receipt', fileOf(Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(7 * 1024 * 1024)]))],
  ['nothing at all', ''],
  ['no JSON', '%PDF-1.7'],
])('%s is a BAD_GATEWAY', async (_, body) => {
  answer = { body };
  await expect(bank.receipt('token', 'p2_1')).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
});

test("the bank's refusal is reported in its own words", async () => {
  answer = { status: 404, body: '{"errCode":"NOT_FOUND","errText":"invoice not found"}' };
  await expect(bank.receipt('token', 'p2_1')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'invoice not found',
  });
});
