import { parentPort, workerData } from 'node:worker_threads';
import type { TableMessage, TableRequest } from '../../../main/domain/tables/parser.ts';

/** A thread in place of main/domain/tables/worker.ts: what its file says is what it does. */

const post = (message: TableMessage): void => parentPort?.postMessage(message);
const { file } = workerData as TableRequest;

switch (Buffer.from(file).toString()) {
  case 'runs on':
    post({ progress: { done: 1, total: 2 } });
    for (;;);
  case 'exits':
    process.exit(3);
    break;
  case 'throws':
    throw new Error('So it goes.');
  case 'says nothing':
    break;
  default:
    post({ head: 'read' });
}
