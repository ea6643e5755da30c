import manifest from '../package.json' with { type: 'json' };

/** The program's version from package.json: sent to the bank (X-Cms-Version), clients and logs. */
export const version = manifest.version;
