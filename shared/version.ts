import manifest from '../package.json' with { type: 'json' };

/** The program's version as package.json states it: told to the bank (X-Cms-Version), clients and logs. */
export const version = manifest.version;
