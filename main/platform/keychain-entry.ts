/** One secret in the keychain of the system. */
export interface KeychainEntry {
  /** Null: there is none. */
  getSecret(): Promise<Uint8Array | readonly number[] | null>;
  setSecret(secret: Uint8Array): Promise<void>;
  /** Gives whether there was one. */
  deleteCredential(): Promise<boolean>;
}

/** Names an entry. @throws what the native module throws where it does not load */
export type OpenEntry = (service: string, account: string) => KeychainEntry;

/** Loads the native module of this system. */
export const loadKeychain = (platform: NodeJS.Platform = process.platform): Promise<OpenEntry> =>
  platform === 'win32' ? loadCredentialManager() : loadKeyring();

const loadKeyring = async (): Promise<OpenEntry> => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Without this the library silently falls back to the kernel's keyring, which forgets at shutdown.
  return (service, account) => new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
};

/**
 * Credential Manager by another package: the file of @napi-rs/keyring for Windows imports VCRUNTIME140.dll, which
 * neither Electron nor a clean Windows has; this one imports only DLLs of the system. `npm run pack:check` reads the
 * import tables.
 */
const loadCredentialManager = async (): Promise<OpenEntry> => {
  const { default: keytar } = await import('@github/keytar');
  return (service, account) => ({
    getSecret: async () => {
      const text = await keytar.getPassword(service, account);
      return text === null ? null : Buffer.from(text, 'base64');
    },
    // It takes text alone.
    setSecret: (secret) => keytar.setPassword(service, account, Buffer.from(secret).toString('base64')),
    deleteCredential: () => keytar.deletePassword(service, account),
  });
};
