import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
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
  const env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    XDG_CONFIG_HOME: shop.env.XDG_CONFIG_HOME ?? '',
  };
  return {
    env,
    /** Commands that run in this process find it as well, and the folder of the units. */
    takeOver: (): void => {
      const { PATH, XDG_CONFIG_HOME } = process.env;
      Object.assign(process.env, env);
      onTestFinished(() => {
        process.env.PATH = PATH;
        if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
        else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
      });
    },
    calls: () => readFileSync(calls, 'utf8').trimEnd().split('\n'),
  };
};
