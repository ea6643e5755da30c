/** A square picture. */
export interface Picture {
  size: number;
  png: Buffer;
}

/** Joins pictures into an .ico file: https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
export const ico = (pictures: readonly Picture[]): Buffer => {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at); // 0 stands for 256
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4); // planes
    head.writeUInt16LE(32, at + 6); // bits a pixel
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
};

/** Type of each size; 32, 256 and 512 also serve as the double resolution of another. */
const ICNS_TYPES = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
] as const;

/** Joins pictures into an .icns file: https://en.wikipedia.org/wiki/Apple_Icon_Image_format */
export const icns = (pictures: readonly Picture[]): Buffer => {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const picture = pictures.find((each) => each.size === size);
    if (picture === undefined) throw new Error(`There is no picture of ${size} pixels.`);
    return block(type, picture.png);
  });
  return block('icns', Buffer.concat(parts));
};

const block = (type: string, bytes: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(head.length + bytes.length, 4);
  return Buffer.concat([head, bytes]);
};
