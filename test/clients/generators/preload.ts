import { createRequire, type ResolveHookContext, registerHooks } from 'node:module';
import { Socket } from 'node:net';

// Run before a generator (node --import). Most build their output with the JavaScript API of TypeScript, which
// TypeScript 7 does not have: they get that of TypeScript 6, from @ts-morph/common, by `import` and by `require`.

const isRequire = ({ conditions }: ResolveHookContext): boolean => conditions.includes('require');
const require = createRequire(import.meta.url);
const API = require.resolve('@ts-morph/common');
const names = Object.keys((require(API) as { ts: object }).ts).filter((name) => name !== 'default');
const MODULES = {
  import: `import { createRequire } from 'node:module';
const { ts } = createRequire(${JSON.stringify(import.meta.url)})(${JSON.stringify(API)});
export default ts;
export const { ${names.join(', ')} } = ts;`,
  require: `module.exports = require(${JSON.stringify(API)}).ts;`,
};

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: `typescript-6:${isRequire(context) ? 'require' : 'import'}`, shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    if (!url.startsWith('typescript-6:')) return next(url, context);
    return url.endsWith('require')
      ? { format: 'commonjs', source: MODULES.require, shortCircuit: true }
      : { format: 'module', source: MODULES.import, shortCircuit: true };
  },
});

// A generator that asks anything but this computer fails. Of the ways to call it, `connect(port, host)` and
// `connect({ port, host })` are those in use; what has none of these is a pipe.
const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const [first] = args.flat() as [{ host?: string } | undefined];
  const host = typeof first === 'object' ? first.host : args.flat().find((each) => typeof each === 'string');
  if (host !== '127.0.0.1') throw new Error(`A generator opened a connection to ${host}.`);
  return Reflect.apply(connect, this, args) as Socket;
};
