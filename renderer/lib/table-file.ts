import { MAX_TABLE_BYTES } from '../../shared/api/tables.ts';

/** A table file, read when it is chosen: later changes on disk do not affect it. */
export interface TableFile {
  /** Unique per choice, also for files of the same name. */
  id: number;
  name: string;
  size: number;
  bytes: Blob;
}
export type FileFault = 'empty' | 'large' | 'unreadable';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The service detects the type from the content; the name is a hint. */
const typeOf = (name: string): string => {
  const ending = name.toLowerCase().split('.').at(-1);
  if (ending === 'xlsx') return XLSX;
  return ending === 'csv' ? 'text/csv' : 'application/octet-stream';
};

let lastId = 0;

export const readTableFile = async (file: File): Promise<TableFile | FileFault> => {
  if (file.size > MAX_TABLE_BYTES) return 'large';
  try {
    // A dropped folder looks like a file until it is read.
    const bytes = await file.arrayBuffer();
    if (bytes.byteLength === 0) return 'empty';
    lastId += 1;
    return {
      id: lastId,
      name: file.name,
      size: bytes.byteLength,
      bytes: new Blob([bytes], { type: typeOf(file.name) }),
    };
  } catch {
    return 'unreadable';
  }
};
