import { posix } from 'node:path';
import { refused, unreadable } from './table.ts';
import { readXml } from './xml.ts';
import type { Archive } from './zip.ts';

/** Paths of a workbook's parts: ECMA-376, parts 1 and 2. */
export interface Workbook {
  sheet: string;
  /** Absent: it has no texts, or only inline ones. */
  sharedStrings: string | undefined;
  /** Absent: its cells have no formats. */
  styles: string | undefined;
}

interface Relation {
  id: string;
  type: string;
  /** Path from the root of the archive. */
  target: string;
}

/** The relations of a part. The standard's two editions have different type URLs with the same last segment. */
const relationsOf = async (archive: Archive, part: string): Promise<Relation[]> => {
  const { dir, base } = posix.parse(part);
  const relations: Relation[] = [];
  await readXml(archive.read(posix.join(dir, '_rels', `${base}.rels`)), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      const target = posix.resolve('/', dir, Target.replaceAll('\\', '/')).slice(1);
      relations.push({ id: Id, type: posix.basename(Type), target });
    },
  });
  return relations;
};

const noWorkbook = (archive: Archive) => {
  if (archive.has('content.xml'))
    return unreadable(
      'open_document',
      'This is a document of LibreOffice (.ods, .odt). Save it as .xlsx or .csv.',
    );
  if (archive.has('xl/workbook.bin'))
    return unreadable('old_excel', 'This is a binary workbook of Excel (.xlsb). Save it as .xlsx.');
  return unreadable('document', 'This is an archive or another document, and no workbook.');
};

/** @throws ValidationError */
export const openWorkbook = async (archive: Archive): Promise<Workbook> => {
  const roots = archive.has('_rels/.rels') ? await relationsOf(archive, '') : [];
  const workbook = roots.find(({ type }) => type === 'officeDocument')?.target;
  if (workbook === undefined || !archive.has(workbook) || !/workbook\.xml$/i.test(workbook))
    throw noWorkbook(archive);
  const id = await firstVisibleSheet(archive, workbook);
  const relations = await relationsOf(archive, workbook);
  const sheet = relations.find((relation) => relation.id === id && relation.type === 'worksheet')?.target;
  if (sheet === undefined || !archive.has(sheet))
    throw refused(
      'no_sheet',
      'The workbook has no sheet that can be seen. Put the table on the first sheet.',
    );
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  return { sheet, sharedStrings: partOf('sharedStrings'), styles: partOf('styles') };
};

/** Returns its relation's id. */
const firstVisibleSheet = async (archive: Archive, workbook: string): Promise<string | undefined> => {
  let found: string | undefined;
  await readXml(archive.read(workbook), {
    open: (name, { state = 'visible', ...attributes }) => {
      if (name !== 'sheet' || state !== 'visible') return;
      // The attribute's prefix varies by program.
      found ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  return found;
};
