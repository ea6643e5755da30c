import { serveReads } from '../store/reader-thread.ts';
import { READS } from './reads.ts';

/** A thread of the reader (store/reader.ts). */
serveReads(READS);
