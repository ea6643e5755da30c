import { MAX_TABLE_BYTES } from '../../shared/api/tables.ts';

/** A table as it was on the disk when it was chosen: saved anew meanwhile, it is another. */
export interface TableFile {
  /** Another for each that was chosen, also where the name is the same. */
  id: number;
  name: string;
  size: number;
  bytes: Blob;
}
export type FileFault = 'empty' | 'large' | 'unreadable';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The service looks into the file to see what it is; the name only helps it. */
const typeOf = (name: string): string => {
  const ending = name.toLowerCase().split('.').at(-1);
  if (ending === 'xlsx') return XLSX;
  return ending === 'csv' ? 'text/csv' : 'application/octet-stream';
};

let lastId = 0;

export const readTableFile = async (file: File): Promise<TableFile | FileFault> => {
  if (file.size > MAX_TABLE_BYTES) return 'large';
  try {
    // A folder that was dropped is a file too, until it is read.
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
