import { BroadcastChannel } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** The thread of tasks-worker.ts, and a database of its own; loading the native module takes its time, and is told. */
const heard = new BroadcastChannel('native-module');
const { dlopen } = process;
process.dlopen = (...native) => {
  heard.postMessage('loading');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  dlopen.apply(process, native);
  heard.postMessage('loaded');
};
heard.unref();
await import('./tasks-worker.ts');
new Database(':memory:').close();
