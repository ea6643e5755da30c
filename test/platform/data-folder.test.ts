import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  prepareDataFolder,
  readEndpoint,
  removeEndpoint,
  writeEndpoint,
} from '../../main/platform/data-folder.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';

const posix = process.platform !== 'win32';
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kramar-folder-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

const refusal = (folder: string): OwnerError => {
  try {
    prepareDataFolder(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(OwnerError);
    expect((error as Error).message).not.toContain('\n');
    return error as OwnerError;
  }
  throw new Error('accepted');
};

/** root may write everywhere, so as root the test takes the rights of "nobody" for a while. */
function withoutRights(run: () => void): void {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65_534);
  try {
    run();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

describe('prepareDataFolder', () => {
  it('makes the missing folders, for the owner alone, and leaves no probe', () => {
    const folder = join(dir, 'a', 'b');
    prepareDataFolder(folder);
    prepareDataFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    if (posix) expect(modeOf(folder)).toBe(0o700);
  });

  it('refuses a file in its place, and on the way there', () => {
    const file = join(dir, 'file');
    writeFileSync(file, 'mine');
    for (const folder of [file, join(file, 'kramar'), join(file, 'deep', 'kramar')]) {
      const { code, message } = refusal(folder);
      expect(code).toBe('DATA_FOLDER_NOT_A_FOLDER');
      expect(message).toBe(
        `The data folder ${folder} cannot be made: ${file} is a file, not a folder. It was not touched. Move that file away.`,
      );
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.runIf(posix)('refuses a link to a disk that is not plugged in', () => {
    const link = join(dir, 'link');
    symlinkSync(join(dir, 'disk', 'shop'), link);
    for (const folder of [link, join(link, 'kramar')]) {
      const { code, message } = refusal(folder);
      expect(code).toBe('DATA_FOLDER_NOT_A_FOLDER');
      expect(message).toContain(
        `${link} is a link to a place that is not there. It was not touched. Plug in the disk that it leads to.`,
      );
    }
    expect(readdirSync(dir)).toEqual(['link']);
  });

  it.runIf(process.platform === 'linux')('gives up on a file system that takes no folders', () => {
    expect(refusal('/proc/kramar/data').code).toBe('DATA_FOLDER_NOT_WRITABLE');
  });

  it.runIf(posix)('refuses a folder that cannot be written to or made', () => {
    chmodSync(dir, 0o555);
    try {
      withoutRights(() => {
        for (const folder of [dir, join(dir, 'inside')]) {
          expect(refusal(folder)).toMatchObject({
            code: 'DATA_FOLDER_NOT_WRITABLE',
            message: expect.stringMatching(
              /^The data folder .* cannot be written to: your user has no right to \(EACCES.*\)\. What is in it was not touched\. Give your user the right to\.$/,
            ),
          });
        }
      });
    } finally {
      chmodSync(dir, 0o700);
    }
  });
});

describe('endpoint.json', () => {
  const endpoint = { base_url: 'http://127.0.0.1:7480/api/v1/', pid: process.pid, version: '0.1.0' };

  it('is written whole, read and removed', () => {
    writeEndpoint(dir, { ...endpoint, pid: 1 });
    writeEndpoint(dir, endpoint);
    expect(readdirSync(dir)).toEqual(['endpoint.json']);
    if (posix) expect(modeOf(join(dir, 'endpoint.json'))).toBe(0o600);
    expect(JSON.parse(readFileSync(join(dir, 'endpoint.json'), 'utf8'))).toEqual(endpoint);
    expect(readEndpoint(dir)).toEqual({ ...endpoint, alive: true });
    removeEndpoint(dir);
    removeEndpoint(dir);
    expect(readEndpoint(dir)).toBeUndefined();
  });

  it('says that its process is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeEndpoint(dir, { ...endpoint, pid });
    expect(readEndpoint(dir)).toEqual({ ...endpoint, pid, alive: false });
  });

  it.each([
    '',
    '{"base_url"',
    'null',
    '[]',
    '{}',
    '{"base_url":"nonsense","pid":1,"version":"1"}',
    '{"base_url":"http://127.0.0.1:1/","pid":-1,"version":"1"}',
    '{"base_url":"http://127.0.0.1:1/","pid":"1","version":"1"}',
    '{"base_url":"http://127.0.0.1:1/","pid":1}',
  ])('counts as absent when it holds %s', (text) => {
    writeFileSync(join(dir, 'endpoint.json'), text);
    expect(readEndpoint(dir)).toBeUndefined();
  });

  it('leaves nothing half-written behind when it cannot be written', () => {
    mkdirSync(join(dir, 'endpoint.json'));
    expect(() => writeEndpoint(dir, endpoint)).toThrow();
    expect(readdirSync(dir)).toEqual(['endpoint.json']);
    expect(readEndpoint(dir)).toBeUndefined();
  });
});
