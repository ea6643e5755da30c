import { connect, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { join } from 'node:path';

/**
 * One question to the D-Bus session bus of a Linux desktop: whether a service is there. Written by hand, since a client
 * library would be a dependency for one call.
 * https://dbus.freedesktop.org/doc/dbus-specification.html
 */

const BUS = 'org.freedesktop.DBus';
const METHOD_CALL = 1;
const METHOD_RETURN = 2;
const FIELD = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 } as const;
const QUESTION_SERIAL = 2;
const TIMEOUT_MS = 2_000;

const align = (length: number, to: number): number => Math.ceil(length / to) * to;

const padded = (data: Buffer, to: number): Buffer =>
  Buffer.concat([data, Buffer.alloc(align(data.length, to) - data.length)]);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A string or an object path: length, text, a zero byte. */
const string = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes, Buffer.alloc(1)]);
};

const signature = (value: string): Buffer =>
  Buffer.concat([Buffer.from([value.length]), Buffer.from(value), Buffer.alloc(1)]);

const field = (code: number, type: 's' | 'o' | 'g', value: string): Buffer =>
  Buffer.concat([
    Buffer.from([code]),
    signature(type),
    // Within a struct that begins at a multiple of eight these four bytes leave the length aligned.
    type === 'g' ? signature(value) : string(value),
  ]);

/** A call of the bus itself, with at most one text as argument. */
const callOfBus = (serial: number, member: string, argument?: string): Buffer => {
  const body = argument === undefined ? Buffer.alloc(0) : string(argument);
  const fields = [
    field(FIELD.path, 'o', '/org/freedesktop/DBus'),
    field(FIELD.interface, 's', BUS),
    field(FIELD.member, 's', member),
    field(FIELD.destination, 's', BUS),
    ...(argument === undefined ? [] : [field(FIELD.signature, 'g', 's')]),
  ];
  const last = fields.at(-1) ?? Buffer.alloc(0);
  const list = Buffer.concat([...fields.slice(0, -1).map((each) => padded(each, 8)), last]);
  const start = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), METHOD_CALL, 0, 1]),
    uint32(body.length),
    uint32(serial),
    uint32(list.length),
  ]);
  return Buffer.concat([padded(Buffer.concat([start, list]), 8), body]);
};

/** The bus answers in the byte order of the machine. */
const readUint32 = (data: Buffer, at: number): number =>
  endianness() === 'LE' ? data.readUInt32LE(at) : data.readUInt32BE(at);

/** The serial of the call that a message answers; undefined for any other message. */
const replySerialOf = (message: Buffer): number | undefined => {
  const end = 16 + readUint32(message, 12);
  for (let at = 16; at < end; ) {
    at = align(at, 8);
    const code = message[at];
    const type = message.toString('latin1', at + 2, at + 3);
    const value = at + 4;
    if (code === FIELD.replySerial) return readUint32(message, value);
    if (type === 'u') at = value + 4;
    else at = type === 'g' ? value + (message[value] ?? 0) + 2 : value + 4 + readUint32(message, value) + 1;
  }
  return undefined;
};

const FIXED_HEADER = 16;

/** The length of the first message; undefined: it is not whole yet. */
const messageLength = (data: Buffer): number | undefined => {
  if (data.length < FIXED_HEADER) return undefined;
  const length = align(FIXED_HEADER + readUint32(data, 12), 8) + readUint32(data, 4);
  return data.length < length ? undefined : length;
};

/** Reads messages until the answer to the question; undefined: it has not come yet. An error answers false. */
const answerIn = (received: Buffer): boolean | undefined => {
  let data = received;
  for (let length = messageLength(data); length !== undefined; length = messageLength(data)) {
    const message = data.subarray(0, length);
    if (replySerialOf(message) === QUESTION_SERIAL)
      return message[1] === METHOD_RETURN && readUint32(message, length - 4) === 1;
    data = data.subarray(length);
  }
  return undefined;
};

/** The socket of the session bus; undefined: there is none that Node can reach. */
export const busSocket = (env: NodeJS.ProcessEnv): string | undefined => {
  const addresses = env.DBUS_SESSION_BUS_ADDRESS?.split(';') ?? [];
  for (const address of addresses) {
    const [, kind, name] = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(address) ?? [];
    if (name === undefined) continue;
    // An abstract socket's name begins with a zero byte.
    return (kind === 'abstract' ? '\0' : '') + decodeURIComponent(name);
  }
  return env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'bus') : undefined;
};

const question = (socket: Socket, name: string, done: (isThere: boolean) => void): void => {
  let received = Buffer.alloc(0);
  let isSignedIn = false;
  const uid = Buffer.from(String(process.getuid?.() ?? '')).toString('hex');
  socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${uid}\r\n`));
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (!isSignedIn) {
      const end = received.indexOf('\r\n');
      if (end < 0) return;
      if (!received.toString('latin1').startsWith('OK')) return done(false);
      isSignedIn = true;
      received = received.subarray(end + 2);
      socket.write('BEGIN\r\n');
      socket.write(callOfBus(1, 'Hello'));
      socket.write(callOfBus(QUESTION_SERIAL, 'NameHasOwner', name));
    }
    const isThere = answerIn(received);
    if (isThere !== undefined) done(isThere);
  });
};

/** Whether a service of that name is on the session bus. Never throws: without a bus there is none. */
export const isOnSessionBus = (name: string, env: NodeJS.ProcessEnv): Promise<boolean> =>
  new Promise((resolve) => {
    const path = busSocket(env);
    if (path === undefined) return resolve(false);
    const socket = connect({ path });
    const done = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(TIMEOUT_MS, () => done(false));
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
    question(socket, name, done);
  });
