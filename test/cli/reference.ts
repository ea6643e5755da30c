import { fileURLToPath } from 'node:url';
import { referencePage, referenceSchema } from '../../build/command-line/reference.ts';

const doc = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

/** The files of docs/ that are made of the commands, with what they have to hold. */
export const referenceFiles = (): [path: string, text: string][] => [
  [doc('command-line.md'), referencePage()],
  [doc('command-line.schema.json'), `${JSON.stringify(referenceSchema(), undefined, 2)}\n`],
];
