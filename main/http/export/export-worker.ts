import { parentPort, workerData } from 'node:worker_threads';
import { openSnapshot } from '../../store/db/snapshot.ts';
import { END } from '../../store/threads/end-thread.ts';
import { type ExportTask, PIECE_BYTES, type Told } from './export-thread.ts';
import { piecesOf } from './pieces.ts';
import { sourceOf } from './sources.ts';
import { writerOf } from './table-file.ts';

/** The thread of one export: it reads and writes every row, and the service must answer meanwhile. */

/** Pieces that are made before the first is asked for. */
const AHEAD = 2;

const { file, asked, reading, format, unwanted } = workerData as ExportTask;
const tell = (told: Told, moved: ArrayBuffer[] = []) => parentPort?.postMessage(told, moved);

let room = AHEAD;
let roomMade = (): void => undefined;
parentPort?.on('message', (told: unknown) => {
  if (told === END) process.exit();
  room += 1;
  roomMade();
});

const send = async (piece: Uint8Array): Promise<void> => {
  // Only what is asked for is made: nobody knows how slowly the file is taken.
  while (room === 0)
    await new Promise<void>((resolve) => {
      roomMade = resolve;
    });
  room -= 1;
  // Of its own: what is small may lie beside something else, which must not be moved with it.
  const own = new Uint8Array(piece);
  tell({ piece: own }, [own.buffer]);
};

const snapshot = openSnapshot(file, () => Atomics.load(unwanted, 0) === 0);
const { sheetName, columns, count, rows } = sourceOf(snapshot, asked, reading);
tell({ count });
const begun = () => (bytes: number) => bytes >= PIECE_BYTES;
for (const piece of piecesOf(rows(), writerOf(format, sheetName, columns), begun))
  if (piece.length > 0) await send(piece);
snapshot.close();
tell({ isOver: true });
parentPort?.close();
