import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { LIMITS, overLimit } from './limits.ts';
import { refused } from './table.ts';

export interface XmlHandlers {
  /** Names without their prefix, which varies by program. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const damaged = (why: string) =>
  refused('damaged', `The workbook is damaged: a part of it ${why}. Open it in Excel, and save it anew.`);

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Characters parsed at a time. */
const SLICE = 32 * 1024;

/** Reads XML in pieces. An error thrown by a handler ends the reading. @throws ValidationError */
export const readXml = async (pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> => {
  const { parser, sinceEvent } = createLimitedParser(handlers);
  const decoder = new StringDecoder('utf8');
  for await (const piece of pieces) {
    const decoded = decoder.write(piece);
    for (let start = 0; start < decoded.length; start += SLICE) {
      const slice = decoded.slice(start, start + SLICE);
      parser.write(slice);
      if (sinceEvent(slice.length) > LIMITS.markupCharacters) throw overLimit('markupCharacters');
    }
  }
  parser.write(decoder.end()).close();
};

/** saxes buffers open elements, a tag's attributes, and all text up to the next tag: each is counted on arrival. */
const createLimitedParser = ({ open, text, close }: XmlHandlers) => {
  const parser = new SaxesParser();
  let [elements, depth, attributes, quiet] = [0, 0, 0, 0];
  parser.on('error', () => {
    throw damaged('is no XML');
  });
  // The office formats forbid it (ECMA-376, part 2, 8.1.4), and it could declare entities.
  parser.on('doctype', () => {
    throw damaged('declares a document type');
  });
  parser.on('opentagstart', () => {
    elements += 1;
    depth += 1;
    [attributes, quiet] = [0, 0];
    if (elements > LIMITS.elements) throw overLimit('elements');
    if (depth > LIMITS.depth) throw overLimit('depth');
  });
  parser.on('attribute', () => {
    attributes += 1;
    quiet = 0;
    if (attributes > LIMITS.attributes) throw overLimit('attributes');
  });
  if (open)
    parser.on('opentag', ({ name, attributes: all }) => open(local(name), all as Record<string, string>));
  const onText = (content: string): void => {
    quiet = 0;
    text?.(content);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    quiet = 0;
    close?.(local(name));
  });
  const sinceEvent = (written: number): number => {
    quiet += written;
    return quiet;
  };
  return { parser, sinceEvent };
};
