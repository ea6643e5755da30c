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

/** Settings of Azure Artifact Signing: https://www.electron.build/code-signing-win#using-azure-trusted-signing-beta */
const AZURE = {
  KRAMAR_SIGNING_ENDPOINT: 'endpoint',
  KRAMAR_SIGNING_ACCOUNT: 'codeSigningAccountName',
  KRAMAR_SIGNING_PROFILE: 'certificateProfileName',
  KRAMAR_SIGNING_PUBLISHER: 'publisherName',
};

/**
 * Gives electron-builder's options for the signer of Windows' files: Azure's service, or the module of another one
 * (KRAMAR_SIGN_HOOK, whose default export signs one file). A key in a file has not been issued since June 2023.
 * @throws where a part of Azure's settings is missing
 */
export const windowsSigner = (env: NodeJS.ProcessEnv): string[] => {
  const missing = Object.keys(AZURE).filter((name) => !env[name]);
  if (missing.length === 0)
    return Object.entries(AZURE).map(([name, option]) => `-c.win.azureSignOptions.${option}=${env[name]}`);
  if (missing.length < Object.keys(AZURE).length)
    throw new Error(`Windows' packages cannot be signed by Azure: ${missing.join(', ')} is not set.`);
  return env.KRAMAR_SIGN_HOOK ? [`-c.win.signtoolOptions.sign=${env.KRAMAR_SIGN_HOOK}`] : [];
};

/** Whether everything that is packed will be signed; on Linux nothing is. */
export const isSigned = (targets: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  targets.every((target) => {
    if (target.startsWith('win32')) return windowsSigner(env).length > 0;
    return target.startsWith('darwin') ? Boolean(env.CSC_LINK) : true;
  });
