import { serveReads } from '../store/threads/reader-thread.ts';
import { READS } from './reads.ts';

/** A thread of the reader (store/threads/reader.ts). */
serveReads(READS);
