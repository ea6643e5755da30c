import { nearest } from '../cli/suggest.ts';
import { demoConfig } from '../demo/folder.ts';
import { type Config, type Flags, readConfig, UsageError } from '../platform/config.ts';

/** The service's command line, with and without a window. */

const text = { type: 'string' } as const;
export const SERVICE_OPTIONS = {
  'data-dir': text,
  port: text,
  'bank-url': text,
  keychain: text,
  demo: { type: 'boolean' },
} as const;

type ServiceValues = { [Name in Exclude<keyof typeof SERVICE_OPTIONS, 'demo'>]?: string | undefined };

export const flagsOf = (values: ServiceValues): Flags => ({
  dataDir: values['data-dir'],
  port: values.port,
  bankUrl: values['bank-url'],
  keychain: values.keychain,
});

/**
 * Drops the advice on "--" after Node's first sentence: it fits no flag of ours.
 * @param options the names of those that there are
 */
export const usageError = (error: unknown, options: readonly string[]): UsageError => {
  const [fault = ''] = (error as Error).message.split(/\. |\n/);
  const [, typed] = /^Unknown option '--?([^']+)'/.exec(fault) ?? [];
  const meant = typed === undefined ? undefined : nearest(typed, options);
  return new UsageError(meant === undefined ? `${fault}.` : `${fault}. Did you mean --${meant}?`, {
    cause: error,
  });
};

interface RequestedShop {
  flags: Flags;
  /** The practice shop is wanted: a given folder is its folder. */
  demo: boolean;
  /** The shop's default folder; undefined: the system's place for such data. */
  defaultDir?: string | undefined;
}

/**
 * Reads the config of the shop itself, and of the practice shop. The typed values apply to the requested one; the other
 * has its own folder, and the practice shop its own bank and key.
 * @throws UsageError, OwnerError NOT_A_DEMO
 */
export const configsOf = ({ flags, demo, defaultDir }: RequestedShop, env: NodeJS.ProcessEnv) => {
  const own = (): Config =>
    demo
      ? readConfig({ ...flags, dataDir: defaultDir }, { ...env, KRAMAR_DATA_DIR: '' })
      : readConfig(
          { ...flags, dataDir: flags.dataDir ?? (env.KRAMAR_DATA_DIR?.trim() ? undefined : defaultDir) },
          env,
        );
  const practice = (): Config => {
    if (demo) return demoConfig(readConfig(flags, env), flags, env);
    const beside: Flags = { port: flags.port, dataDir: `${own().dataDir}-demo` };
    return demoConfig(readConfig(beside, env), beside, env);
  };
  return (isPractice: boolean): Config => (isPractice ? practice() : own());
};
