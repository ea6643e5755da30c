import type { Plugin } from 'vite';

const HTTP = '\0kramar:http';

/** Its lazy properties (WebSocket and its kin) are left out, and nobody here uses them: a build that did would fail. */
const named = (): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')))
    .filter(([, property]) => 'value' in property)
    .map(([name]) => name);

/**
 * An `import` of node:http reads every property of it, and so loads all of undici for the WebSocket that nobody asked
 * for: a sixth of a start and 18 MB together with what is loaded later now (test/bench, Node 24.21). Asked for past
 * `import`, it is not read: https://nodejs.org/api/process.html#processgetbuiltinmoduleid
 */
export const lightStart = (): Plugin => ({
  name: 'kramar:light-start',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  resolveId: (source) => (source === 'http' || source === 'node:http' ? HTTP : undefined),
  load: (id) =>
    id === HTTP
      ? `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${named().join(', ')} } = http;`
      : undefined,
});
