/** The least that a system's tools accept as a program: headers, and the bytes that electron-builder changes. */

/** https://www.electronjs.org/docs/latest/tutorial/fuses#the-hard-way */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version 1 of the wire, nine fuses, as Electron ships them. */
const FUSES = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, 9]), Buffer.from('101000110')]);

export type Arch = 'x64' | 'arm64';

/** https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html */
export const elf = (arch: Arch): Buffer => {
  const head = Buffer.alloc(64);
  head.write('\x7fELF', 'latin1');
  head.set([2, 1, 1], 4); // 64 bits, little-endian, version 1
  head.writeUInt16LE(2, 16); // a program
  head.writeUInt16LE(arch === 'x64' ? 62 : 183, 18);
  return Buffer.concat([head, FUSES]);
};

/** mach-o/loader.h of Apple's SDK. */
export const machO = (arch: Arch): Buffer => {
  const head = Buffer.alloc(32);
  head.writeUInt32LE(0xfeedfacf, 0);
  head.writeUInt32LE(arch === 'x64' ? 0x01000007 : 0x0100000c, 4);
  head.writeUInt32LE(2, 12); // a program
  return Buffer.concat([head, FUSES]);
};

const SECTION = 0x200;
const CODE_RVA = 0x1000;
const RESOURCES_RVA = 0x2000;

/**
 * Makes a program for Windows with version information, which electron-builder edits:
 * https://learn.microsoft.com/en-us/windows/win32/debug/pe-format
 */
export const pe = (arch: Arch): Buffer => {
  const resources = versionResource();
  const size = Math.ceil(resources.length / SECTION) * SECTION;
  const file = Buffer.alloc(2 * SECTION + size);
  file.write('MZ', 'latin1');
  file.writeUInt32LE(0x40, 0x3c);
  file.write('PE\0\0', 0x40, 'latin1');
  file.writeUInt16LE(arch === 'x64' ? 0x8664 : 0xaa64, 0x44);
  file.writeUInt16LE(2, 0x46); // sections
  file.writeUInt16LE(240, 0x54);
  file.writeUInt16LE(0x22, 0x56); // a program, for large addresses
  optionalHeader(file.subarray(0x58, 0x58 + 240), resources.length, size);
  const table = file.subarray(0x148);
  section(table.subarray(0), '.text', CODE_RVA, SECTION, SECTION, 0x60000020);
  section(table.subarray(40), '.rsrc', RESOURCES_RVA, size, 2 * SECTION, 0x40000040);
  // Ends with 0.
  file.set(arch === 'x64' ? [0x31, 0xc0, 0xc3] : [0, 0, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6], SECTION);
  FUSES.copy(file, SECTION + 16);
  resources.copy(file, 2 * SECTION);
  return file;
};

const optionalHeader = (head: Buffer, resourceLength: number, resourceSize: number): void => {
  head.writeUInt16LE(0x20b, 0); // 64 bits
  head.writeUInt32LE(SECTION, 4);
  head.writeUInt32LE(resourceSize, 8);
  head.writeUInt32LE(CODE_RVA, 16); // the entry
  head.writeUInt32LE(CODE_RVA, 20);
  head.writeBigUInt64LE(0x140000000n, 24);
  head.writeUInt32LE(0x1000, 32); // alignment in memory
  head.writeUInt32LE(SECTION, 36); // alignment in the file
  head.writeUInt16LE(10, 40);
  head.writeUInt16LE(10, 48);
  head.writeUInt32LE(RESOURCES_RVA + Math.ceil(resourceSize / 0x1000) * 0x1000, 56);
  head.writeUInt32LE(SECTION, 60);
  head.writeUInt16LE(2, 68); // with a window
  head.writeUInt32LE(16, 108);
  head.writeUInt32LE(RESOURCES_RVA, 112 + 2 * 8);
  head.writeUInt32LE(resourceLength, 112 + 2 * 8 + 4);
};

const section = (
  head: Buffer,
  name: string,
  rva: number,
  size: number,
  offset: number,
  flags: number,
): void => {
  head.write(name, 'latin1');
  head.writeUInt32LE(size, 8);
  head.writeUInt32LE(rva, 12);
  head.writeUInt32LE(size, 16);
  head.writeUInt32LE(offset, 20);
  head.writeUInt32LE(flags, 36);
};

/** Type 16 (version), number 1, English: three levels of one entry each, then the data. */
const versionResource = (): Buffer => {
  const data = versionInfo();
  const tree = Buffer.alloc(3 * 24 + 16);
  for (const [level, id] of [16, 1, 1033].entries()) {
    tree.writeUInt16LE(1, level * 24 + 14);
    tree.writeUInt32LE(id, level * 24 + 16);
    tree.writeUInt32LE((level + 1) * 24 + (level < 2 ? 0x80000000 : 0), level * 24 + 20);
  }
  tree.writeUInt32LE(RESOURCES_RVA + tree.length, 72);
  tree.writeUInt32LE(data.length, 76);
  return Buffer.concat([tree, data]);
};

/** https://learn.microsoft.com/en-us/windows/win32/menurc/vs-versioninfo */
const versionInfo = (): Buffer => {
  const fixed = Buffer.alloc(52);
  fixed.writeUInt32LE(0xfeef04bd, 0);
  fixed.writeUInt32LE(0x10000, 4);
  const text = (key: string, value: string) => block(key, Buffer.from(`${value}\0`, 'utf16le'), true);
  const language = block('Translation', Buffer.from([0x09, 0x04, 0xb0, 0x04]), false);
  const strings = block('040904b0', Buffer.alloc(0), true, [text('ProductName', 'Electron')]);
  return block('VS_VERSION_INFO', fixed, false, [
    block('StringFileInfo', Buffer.alloc(0), true, [strings]),
    block('VarFileInfo', Buffer.alloc(0), true, [language]),
  ]);
};

const block = (key: string, value: Buffer, isText: boolean, children: readonly Buffer[] = []): Buffer => {
  const head = padded(Buffer.concat([Buffer.alloc(6), Buffer.from(`${key}\0`, 'utf16le')]));
  const whole = Buffer.concat([head, padded(value), ...children.map(padded)]);
  whole.writeUInt16LE(whole.length, 0);
  whole.writeUInt16LE(isText ? value.length / 2 : value.length, 2);
  whole.writeUInt16LE(isText ? 1 : 0, 4);
  return whole;
};

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
