import { demoConfig } from '../demo/folder.ts';
import { type Config, type Flags, readConfig, UsageError } from '../platform/config.ts';

/** What the service takes on its command line, with and without a window. */

const text = { type: 'string' } as const;
export const SERVICE_OPTIONS = {
  'data-dir': text,
  port: text,
  'bank-url': text,
  keychain: text,
  demo: { type: 'boolean' },
} as const;

interface ServiceValues {
  'data-dir'?: string | undefined;
  port?: string | undefined;
  'bank-url'?: string | undefined;
  keychain?: string | undefined;
}

export const flagsOf = (values: ServiceValues): Flags => ({
  dataDir: values['data-dir'],
  port: values.port,
  bankUrl: values['bank-url'],
  keychain: values.keychain,
});

/** Node's advice on "--" that follows the first sentence fits no flag of ours. */
export const usageError = (error: unknown): UsageError => {
  const [fault = ''] = (error as Error).message.split(/\. |\n/);
  return new UsageError(fault, { cause: error });
};

interface Asked {
  flags: Flags;
  /** The practice shop was asked for: the folder given is then its folder. */
  demo: boolean;
  /** Where the shop itself is while nobody says otherwise; undefined: where the system keeps such data. */
  usual?: string | undefined;
}

const isFolderSet = (env: NodeJS.ProcessEnv): boolean => Boolean(env.KRAMAR_DATA_DIR?.trim());

/**
 * The config of the shop itself, and of the practice shop. What was typed holds for the one that was asked for; the
 * other has a folder of its own, and the practice shop its own bank and key.
 * @throws UsageError, OwnerError NOT_A_DEMO
 */
export const configsOf = ({ flags, demo, usual }: Asked, env: NodeJS.ProcessEnv) => {
  const own = (): Config =>
    demo
      ? readConfig({ ...flags, dataDir: usual }, { ...env, KRAMAR_DATA_DIR: '' })
      : readConfig({ ...flags, dataDir: flags.dataDir ?? (isFolderSet(env) ? undefined : usual) }, env);
  const practice = (): Config => {
    if (demo) return demoConfig(readConfig(flags, env), flags, env);
    const beside: Flags = { port: flags.port, dataDir: `${own().dataDir}-demo` };
    return demoConfig(readConfig(beside, env), beside, env);
  };
  return (isPractice: boolean): Config => (isPractice ? practice() : own());
};
