import type { Plugin } from 'vite';

const HTTP = '\0kramar:http';

/**
 * Lists the property names without the lazy ones (WebSocket and others), which no code here uses: a build that did
 * would fail.
 */
const eagerPropertyNames = (): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')))
    .filter(([, property]) => 'value' in property)
    .map(([name]) => name);

/**
 * An `import` of node:http reads every property of it, and so loads all of undici for an unused WebSocket: a sixth of a
 * start and 18 MB together with modules that are now loaded later (test/bench, Node 24.21). Loaded without `import`,
 * the property is not read: https://nodejs.org/api/process.html#processgetbuiltinmoduleid
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
export const { ${eagerPropertyNames().join(', ')} } = http;`
      : undefined,
});
