import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Streams } from '../../main/cli/input.ts';
import { print, printRefusal } from '../../main/cli/output.ts';

const HOSTILE = ['\u0007', '\u001b[2J', '\u007f', '\u009b31m', '\u202e', '\u2066', '\u200f', '\u2028'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const written = async (work: (streams: Streams) => Promise<void>) => {
  const out = new PassThrough({ encoding: 'utf8' });
  await work({ stdout: out, stderr: out } as unknown as Streams);
  return String(out.read());
};

test.each(HOSTILE)(
  '%j controls no terminal, in text and in JSON, in a result and in a refusal',
  async (sign) => {
    const name = `Кава${sign}gnp`;
    const refusal = { exitCode: 1 as const, code: 'X', detail: name, more: [name], hint: [] };
    const outcome = { json: { ok: true as const, name }, lines: [name] };
    for (const isJson of [true, false]) {
      const texts = [
        await written((streams) => print(outcome, isJson, streams)),
        await written((streams) => printRefusal(refusal, isJson, streams)),
        await written((streams) => printRefusal({ ...refusal, hint: [name] }, isJson, streams)),
      ];
      for (const text of texts) expect(text).not.toMatch(CONTROLS);
      // A program reads the same value.
      if (isJson) expect(JSON.parse(texts[0] ?? '')).toEqual(outcome.json);
    }
  },
);
