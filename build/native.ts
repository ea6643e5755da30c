import type { Plugin } from 'vite';

const PREFIX = '\0native:';

/**
 * Packages with native code are not bundled but required, as CommonJS has it: in an archive that way of finding a
 * package is Electron's oldest, while its modules have lost and regained theirs
 * (https://github.com/electron/electron/issues/45896).
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
