import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Console } from './console.ts';

/** A systemctl that writes down its calls and is always content, or refuses. */
export const withSystemctl = (shop: Console, exitCode = 0) => {
  const bin = join(shop.env.HOME ?? '', 'bin');
  const calls = join(bin, 'calls');
  mkdirSync(bin, { recursive: true });
  const script = join(bin, 'systemctl');
  writeFileSync(
    script,
    `#!/bin/sh\necho "$*" >> '${calls}'\n[ "$2" = is-active ] && echo active\necho no bus >&2\nexit ${exitCode}\n`,
  );
  chmodSync(script, 0o755);
  return {
    env: { PATH: `${bin}${delimiter}${process.env.PATH}` },
    calls: () => readFileSync(calls, 'utf8').trimEnd().split('\n'),
  };
};
