import { serveReads } from '../../../main/store/threads/reader-thread.ts';
import { TEST_READS } from './test-reads.ts';

serveReads(TEST_READS);
