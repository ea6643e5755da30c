import { createReadTask, type ReadTask } from '../../../main/store/threads/reader.ts';
import { serveTasks } from '../../../main/store/threads/serve-tasks.ts';
import { TEST_READS } from './test-reads.ts';

const runRead = createReadTask(TEST_READS);
serveTasks<ReadTask>({ runRead: async () => runRead });
