import type { TableTask } from '../../../main/shop/tables/parse-table.ts';
import { serveTasks } from '../../../main/store/threads/serve-tasks.ts';

/** A thread in place of main/start/worker.ts: it does what its file says. */
serveTasks<TableTask>({
  parseTable:
    async () =>
    (_kind, file, _hints, { report }) => {
      switch (Buffer.from(file).toString()) {
        case 'runs on':
          report({ progress: { done: 1, total: 2 } });
          for (;;);
        case 'exits':
          return process.exit(3);
        case 'throws':
          throw new Error('So it goes.');
        case 'says nothing':
          return process.exit();
        default:
          return 'read';
      }
    },
});
