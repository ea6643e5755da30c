import { createRequire, registerHooks } from 'node:module';
import { Socket } from 'node:net';

// Run before a generator (node --import). openapi-typescript and @hey-api/openapi-ts build their output with the
// JavaScript API of TypeScript, which TypeScript 7 does not have: they get that of TypeScript 6, from @ts-morph/common.

const API = createRequire(import.meta.url).resolve('@ts-morph/common');
const SOURCE = `
import { createRequire } from 'node:module';
export default createRequire(${JSON.stringify(import.meta.url)})(${JSON.stringify(API)}).ts;
`;
const MODULE = `data:text/javascript,${encodeURIComponent(SOURCE)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: MODULE, shortCircuit: true } : next(specifier, context),
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
