import { createServer } from 'node:net';
import { join } from 'node:path';

/** Replies of a D-Bus daemon, byte for byte: a method return with a signature and one value, little-endian. */
const reply = (serial: number, type: 's' | 'b', body: Buffer): Buffer => {
  const fields = Buffer.alloc(16);
  // REPLY_SERIAL, a uint32.
  fields.set([5, 1, 'u'.charCodeAt(0), 0]);
  fields.writeUInt32LE(serial, 4);
  // SIGNATURE; its text and a zero byte.
  fields.set([8, 1, 'g'.charCodeAt(0), 0, 1, type.charCodeAt(0), 0], 8);
  const start = Buffer.alloc(16);
  start.set(['l'.charCodeAt(0), 2, 1, 1]);
  start.writeUInt32LE(body.length, 4);
  start.writeUInt32LE(serial, 8);
  start.writeUInt32LE(15, 12);
  return Buffer.concat([start, fields, body]);
};

const boolean = (value: boolean): Buffer => Buffer.from([value ? 1 : 0, 0, 0, 0]);

/** A session bus with services of these names; it must be closed. */
export const startBus = async (folder: string, names: readonly string[]) => {
  const path = join(folder, 'bus');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const said = data.toString('latin1');
      if (said.includes('AUTH EXTERNAL')) socket.write('OK 1234deadbeef\r\n');
      if (!said.includes('NameHasOwner')) return;
      socket.write(reply(1, 's', Buffer.from('\x04\0\0\0:1.1\0', 'latin1')));
      // In two parts, as a stream may bring it.
      const answer = reply(2, 'b', boolean(names.some((name) => said.includes(name))));
      socket.write(answer.subarray(0, 5), () => socket.write(answer.subarray(5)));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path},guid=1234` },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
