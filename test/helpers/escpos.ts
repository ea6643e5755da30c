/**
 * Reads ESC/POS as a receipt printer does: what is on the paper, and what the printer was made to do. Written from
 * Epson's reference of the commands, without the library that Kramar writes them with. An unknown command is an error.
 */

interface PrintedLine {
  text: string;
  isBold: boolean;
  isLarge: boolean;
}

export interface Printed {
  lines: PrintedLine[];
  /** The data of QR codes that the printer draws itself. */
  qrs: string[];
  /** Pictures: one row of dots a string, `#` for black. */
  images: string[][];
  cuts: number;
  /** Pulses to the cash drawer. */
  pulses: number;
  /** Status requests. */
  requests: number[];
}

const ASCII = (byte: number) => String.fromCharCode(byte);
const decoder = (name: string) => {
  const codec = new TextDecoder(name);
  return (byte: number) => codec.decode(Uint8Array.of(byte));
};

/** RUSCII, the code page of DOS in Ukraine (RST 2018-91): CP866 with Ukrainian letters in place of its last signs. */
const RUSCII: Readonly<Record<number, string>> = {
  242: 'Ґ',
  243: 'ґ',
  244: 'Є',
  245: 'є',
  246: 'І',
  247: 'і',
  248: 'Ї',
  249: 'ї',
};
const cp866 = decoder('ibm866');
const TABLES: Readonly<Record<number, (byte: number) => string>> = {
  0: ASCII,
  17: cp866,
  44: (byte) => RUSCII[byte] ?? cp866(byte),
  46: decoder('windows-1251'),
  23: decoder('windows-1251'),
};

/** Pictures within a line that stand for a character; blank dots before them are room. */
const HRYVNIA = [
  ...['   ######   ', '  ########  ', '  ##    ### ', '         ## ', '         ## ', '        ### '],
  ...[' ########## ', ' ########## ', '    ####    ', ' ########## ', ' ########## ', ' ###        '],
  ...[' ##         ', ' ##         ', ' ###    ##  ', '  ########  ', '   ######   '],
];
/** 24 dots high, three bytes a column. */
const characterIn = (data: Uint8Array): string => {
  const rows = Array.from({ length: 24 }, (_, row) =>
    Array.from({ length: data.length / 3 }, (_column, at) =>
      ((data[at * 3 + Math.floor(row / 8)] ?? 0) >> (7 - (row % 8))) & 1 ? '#' : ' ',
    ).join(''),
  );
  const drawn = rows.filter((row) => row.includes('#')).map((row) => row.slice(-12));
  if (drawn.join() !== HRYVNIA.join() || rows[0]?.includes('#'))
    throw new Error(`No character:\n${rows.join('\n')}`);
  return '₴';
};

export const readEscPos = (bytes: Uint8Array): Printed => {
  const printed: Printed = { lines: [], qrs: [], images: [], cuts: 0, pulses: 0, requests: [] };
  let [at, line, stored] = [0, '', ''];
  let [isBold, isLarge, wasBold, wasLarge] = [false, false, false, false];
  let table: (byte: number) => string = ASCII;
  const next = (): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('The data end in the middle of a command.');
    at += 1;
    return byte;
  };
  const word = (): number => next() + next() * 256;
  const take = (count: number): Uint8Array => {
    at += count;
    return bytes.subarray(at - count, at);
  };
  const feed = (): void => {
    printed.lines.push({ text: line, isBold: wasBold, isLarge: wasLarge });
    [line, wasBold, wasLarge] = ['', false, false];
  };

  const qrCommand = (): void => {
    const data = take(word());
    const text = Buffer.from(data.subarray(3)).toString('utf8');
    if (data[0] !== 0x31) throw new Error('A two-dimensional code that is no QR code.');
    if (data[1] === 0x50) stored = text;
    if (data[1] === 0x51) printed.qrs.push(stored);
  };
  const image = (): void => {
    next();
    const [width, height] = [word(), word()];
    const rows = Array.from({ length: height }, () =>
      [...take(width)].map((byte) => byte.toString(2).padStart(8, '0')).join(''),
    );
    printed.images.push(rows.map((row) => row.replaceAll('0', ' ').replaceAll('1', '#')));
  };
  const commands: Readonly<Record<string, () => void>> = {
    '1b40': () => {
      [isBold, isLarge, table] = [false, false, ASCII];
    },
    '1b4d': () => void next(),
    '1c2e': () => undefined,
    '1b61': () => void next(),
    '1b45': () => {
      isBold = next() === 1;
    },
    '1b2a': () => {
      if (next() !== 33) throw new Error('A picture that is not 24 dots high.');
      const columns = word();
      if (columns !== (isLarge ? 24 : 12)) throw new Error(`A character of ${columns} dots.`);
      line += characterIn(take(columns * 3));
      [wasBold, wasLarge] = [isBold, isLarge];
    },
    '1b74': () => {
      const number = next();
      const found = TABLES[number];
      if (!found) throw new Error(`The printer has no code page ${number}.`);
      table = found;
    },
    '1b70': () => {
      take(3);
      printed.pulses += 1;
    },
    '1d21': () => {
      isLarge = next() === 0x11;
    },
    '1d28': () => {
      if (next() !== 0x6b) throw new Error('An unknown command after GS (.');
      qrCommand();
    },
    '1d76': () => {
      if (next() !== 0x30) throw new Error('An unknown command after GS v.');
      image();
    },
    '1d56': () => {
      if (next() > 1) throw new Error('An unknown way of cutting.');
      printed.cuts += 1;
    },
    '1d72': () => void next(),
    '1004': () => void printed.requests.push(next()),
  };

  while (at < bytes.length) {
    const byte = next();
    if (byte === 0x0a) feed();
    else if ([0x1b, 0x1c, 0x1d, 0x10].includes(byte)) {
      const name = Buffer.from([byte, next()]).toString('hex');
      const command = commands[name];
      if (!command) throw new Error(`An unknown command: ${name}.`);
      command();
    } else if (byte < 0x20) throw new Error(`A control character: ${byte}.`);
    else {
      line += byte < 0x80 ? ASCII(byte) : table(byte);
      [wasBold, wasLarge] = [isBold, isLarge];
    }
  }
  if (line !== '') throw new Error('A line without an end.');
  return printed;
};

/** The texts without the empty lines, as somebody reads them. */
export const textOf = ({ lines }: Printed): string[] =>
  lines.map(({ text }) => text.trimEnd()).filter((text) => text !== '');

/** A picture as a PGM file, which zbarimg reads. */
export const pictureFile = (rows: readonly string[]): Buffer => {
  const header = `P5 ${rows[0]?.length ?? 0} ${rows.length} 255\n`;
  const dots = rows.flatMap((row) => [...row].map((dot) => (dot === '#' ? 0 : 255)));
  return Buffer.concat([Buffer.from(header), Buffer.from(dots)]);
};
