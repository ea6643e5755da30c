/** Options of `npm run pack`, from its arguments and environment. */

const PLATFORMS: Record<string, string> = {
  '--linux': 'linux',
  '-l': 'linux',
  '--win': 'win32',
  '--windows': 'win32',
  '-w': 'win32',
  '--mac': 'darwin',
  '--macos': 'darwin',
  '-m': 'darwin',
};
const ARCHS: Record<string, string> = { '--x64': 'x64', '--arm64': 'arm64' };

/**
 * Names what will be packed (`linux-x64`): systems and processors that the options name; else this system, and both
 * processors, for electron-builder.yml lists both.
 */
export const targetsOf = (
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string[] => {
  const named = args.flatMap((arg) => PLATFORMS[arg] ?? []);
  const archs = args.flatMap((arg) => ARCHS[arg] ?? []);
  return (named.length > 0 ? named : [platform]).flatMap((system) =>
    (archs.length > 0 ? archs : Object.values(ARCHS)).map((arch) => `${system}-${arch}`),
  );
};

/**
 * Gives electron-builder's options for the address at which installed programs look for newer versions.
 * @throws where it is not https: whoever is between could answer with an older version
 */
export const updateChannel = (url: string | undefined): string[] => {
  if (!url) return [];
  if (URL.parse(url)?.protocol !== 'https:')
    throw new Error(`KRAMAR_UPDATE_URL must be an address that begins with https://, and is ${url}`);
  return ['-c.publish.provider=generic', `-c.publish.url=${url}`];
};

/** Whether everything that is packed will be signed; on Linux nothing is. */
export const isSigned = (targets: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  targets.every((target) => {
    if (target.startsWith('win32')) return Boolean(env.WIN_CSC_LINK);
    return target.startsWith('darwin') ? Boolean(env.CSC_LINK) : true;
  });
