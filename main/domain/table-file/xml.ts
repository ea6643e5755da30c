import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { refused } from './refuse.ts';

export interface XmlHandlers {
  /** Names without their prefix, which every program chooses for itself. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Characters that are parsed at a time: others are answered in between. */
const SLICE = 32 * 1024;

/** Reads XML piece by piece. What a handler throws ends the reading. @throws ValidationError */
export const readXml = async (
  pieces: AsyncIterable<Buffer>,
  { open, text, close }: XmlHandlers,
  signal?: AbortSignal,
): Promise<void> => {
  const parser = new SaxesParser();
  const decoder = new StringDecoder('utf8');
  parser.on('error', () => {
    throw refused('The workbook is damaged: a part of it is no XML. Open it in Excel, and save it anew.');
  });
  if (open)
    parser.on('opentag', ({ name, attributes }) => open(local(name), attributes as Record<string, string>));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  for await (const piece of pieces) {
    const decoded = decoder.write(piece);
    for (let start = 0; start < decoded.length; start += SLICE) {
      parser.write(decoded.slice(start, start + SLICE));
      await nextTurn(undefined, signal && { signal });
    }
  }
  signal?.throwIfAborted();
  parser.write(decoder.end()).close();
};
