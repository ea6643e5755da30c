import type { Plugin } from 'vite';

const PREFIX = '\0native:';

/**
 * Requires packages with native code instead of bundling them: in an archive `require` is Electron's oldest way of
 * finding a package, while that of modules was lost and restored (https://github.com/electron/electron/issues/45896).
 */
export const requireNative = (names: readonly string[]): Plugin => ({
  name: 'kramar:require-native',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!names.includes(source)) return undefined;
    return importer?.startsWith(PREFIX) ? { id: source, external: true } : PREFIX + source;
  },
  load(id) {
    return id.startsWith(PREFIX)
      ? `module.exports = require(${JSON.stringify(id.slice(PREFIX.length))});`
      : undefined;
  },
});
