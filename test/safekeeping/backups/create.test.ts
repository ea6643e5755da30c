import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackups } from '../../../main/safekeeping/backups/create.ts';
import { recordEvent } from '../../../main/shop/events.ts';
import type { Backup } from '../../../main/store/backup/files.ts';
import { backupsIn } from '../../../main/store/backup/files.ts';
import type { Db } from '../../../main/store/db/connection.ts';
import { openDatabase } from '../../../main/store/db/connection.ts';
import { BASE_VERSION, migrations, SCHEMA_VERSION } from '../../../main/store/migrations/index.ts';
import { installationId, setSetting } from '../../../main/store/settings.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { contentsOf, inFile } from '../../helpers/contents.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { rowsOf } from '../../helpers/trace.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let shop: Shop;
let clock: ReturnType<typeof stoppedClock>;
let reported: string[];
beforeEach(async () => {
  shop = await openShop();
  // Five in the morning in Kyiv.
  clock = stoppedClock(Date.parse('2026-01-31T03:00:00Z'));
  reported = [];
});
afterEach(() => shop.close());

const open = (db: Db = shop.console.db) => {
  const warn = (message: string) => void reported.push(message);
  const silent = () => undefined;
  const log = {
    debug: silent,
    info: silent,
    warn,
    error: warn,
    secrets: new Set<string>(),
    secret: silent,
    child: () => log,
    close: async () => {},
    closeNow: silent,
  };
  return createBackups({ db, dataDir: shop.folder, now: clock.now, log });
};
const folder = () => join(shop.folder, 'backups');
const file = () => join(shop.folder, 'kramar.db');
const events = () =>
  rowsOf(shop, 'events')
    .filter(({ type }) => String(type).startsWith('backup.'))
    .map(({ type, data }) => [type, JSON.parse(String(data))]);
/** The same once more, at another moment. */
const plant = ({ path, name, manifest }: Backup, at: number): void => {
  const time = new Date(at).toISOString();
  const day = time.slice(0, 10).replaceAll('-', '');
  const copy = join(folder(), name.replace(/\d{8}/, day));
  copyFileSync(path, copy);
  writeFileSync(copy.replace('.db', '.json'), JSON.stringify({ ...manifest, created_at: time }));
};
const manifestOf = ({ path }: Backup) => path.replace('.db', '.json');
/** The owner's disk that is not plugged in. */
const chooseFolder = (path = join(shop.folder, 'usb')) => {
  setSetting(shop.console.db, 'backup_folder', path);
  return path;
};

describe('create', () => {
  it('copies the shop as of one moment while it sells, and reports it', async () => {
    const backups = open();
    const sales: Promise<unknown>[] = [];
    const making = backups.create('scheduled');
    for (let each = 0; each < 10; each++) sales.push(shop.createInvoice({ amount: 100 + each }));
    await Promise.all(sales);
    const backup = await making;
    expect(backup).toMatchObject({
      name: 'kramar-20260131-030000-scheduled.db',
      kind: 'scheduled',
      created_at: clock.now(),
    });
    expect(events()).toEqual([['backup.created', { name: backup.name, size: statSync(backup.path).size }]]);
    expect(backups.list()).toEqual({ backups: [backup], problems: [] });
    expect(backups.state()).toEqual({ lastAt: clock.now(), isOverdue: false, problem: '', fault: null });
    // Invoices are numbered in order and written whole: those in the copy are the first ones, and unchanged.
    const copied = contentsOf(backup.path).invoices ?? [];
    const numbers = inFile<{ number: number }>(backup.path, 'select number from invoices order by number');
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(copied.length);
    expect(backup.manifest?.facts.tables.invoices).toBe(copied.length);
    expect(reported).toEqual([]);
  });

  it('twice at once makes two, one after the other', async () => {
    const backups = open();
    const made = await Promise.all([backups.create('manual'), backups.create('manual')]);
    expect(made.map(({ name }) => name)).toEqual([
      'kramar-20260131-030000-manual.db',
      'kramar-20260131-030001-manual.db',
    ]);
    expect(readdirSync(folder())).toHaveLength(4);
  });

  it('removes what a crash left', async () => {
    const first = await open().create('manual');
    const partial = `${first.path.replace('0000', '0500')}.${first.manifest?.installation}.partial`;
    writeFileSync(partial, 'half');
    await open().create('manual');
    expect(readdirSync(folder()).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('when Kramar stops, it breaks off, leaves nothing and reports no failure', async () => {
    const backups = open();
    const making = backups.create('scheduled').catch((error: unknown) => error);
    const stopping = backups.stop();
    expect(await making).toMatchObject({ name: 'OwnerError', code: 'BACKUP_STOPPED' });
    await stopping;
    expect([readdirSync(folder()), events(), reported, backups.state().problem]).toEqual([[], [], [], '']);
  });
});

describe('a backup that cannot be made', () => {
  const refused = async (backups = open()): Promise<string> => {
    const error = await backups.create('scheduled').catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'OwnerError', code: 'BACKUP_FAILED' });
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    expect(message).toContain('The shop goes on; its data and the older backups are safe.');
    return message;
  };

  it.each<[string, (usb: string) => void, string, string]>([
    ['the folder is gone', () => undefined, 'the folder is not there', 'absent'],
    [
      'a file is in its place',
      (usb) => writeFileSync(usb, 'mine'),
      'a file where the folder should be',
      'not_a_folder',
    ],
  ])('%s: the failure is reported to the owner, the shop continues', async (_, prepare, why, fault) => {
    const backups = open();
    const usb = chooseFolder();
    prepare(usb);
    const before = readdirSync(shop.folder).sort();
    const message = await refused(backups);
    expect(message).toContain(why);
    // The command line and the window say what can be done.
    expect(message).not.toMatch(/setting set|Settings/);
    expect(events()).toEqual([['backup.failed', { detail: message }]]);
    expect(reported).toEqual([message]);
    expect(backups.state()).toEqual({ lastAt: null, isOverdue: true, problem: message, fault });
    expect(backups.isDue()).toBe(true);
    expect(
      readdirSync(shop.folder)
        .filter((name) => !name.endsWith('.lock'))
        .sort(),
    ).toEqual(before.filter((name) => !name.endsWith('.lock')));
    expect((await shop.createInvoice()).status).toBe('created');

    rmSync(usb, { force: true });
    mkdirSync(usb);
    const backup = await backups.create('scheduled');
    expect(backup.path).toBe(join(usb, backup.name));
    expect(backups.state()).toMatchObject({ isOverdue: false, problem: '', fault: null });
    expect(backups.isDue()).toBe(false);
  });

  it('when the database takes no event either, the first error is the one that is reported', async () => {
    const full = (): never => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    installationId(shop.console.db);
    const usb = chooseFolder();
    const message = await refused(open({ ...shop.console.db, run: full }));
    expect(message).toContain(usb);
    expect(message).toContain('the folder is not there');
    expect(reported).toEqual([
      message,
      expect.stringContaining('could not be written to the list of events'),
    ]);
    expect(events()).toEqual([]);
  });

  it('waits while another backup is made, and that is no failure', async () => {
    const held = open();
    const first = held.create('manual');
    const second = open().create('manual');
    expect((await Promise.all([first, second])).map(({ kind }) => kind)).toEqual(['manual', 'manual']);
    expect(reported).toEqual([]);
  });
});

describe('isDue', () => {
  it('is true once a day, by the day of the shop', async () => {
    const backups = open();
    expect(backups.isDue()).toBe(true);
    await backups.create('manual');
    expect(backups.isDue()).toBe(true);
    await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    // 23:59 in Kyiv, and a minute later.
    clock.forward(19 * HOUR - 60);
    expect(backups.isDue()).toBe(false);
    clock.forward(60);
    expect(backups.isDue()).toBe(true);
    setSetting(shop.console.db, 'time_zone', 'America/New_York');
    expect(backups.isDue()).toBe(true);
    setSetting(shop.console.db, 'time_zone', 'UTC');
    expect(backups.isDue()).toBe(false);
  });

  it("is true again when today's was cut short, was removed, or predates a restore", async () => {
    const backups = open();
    const made = await backups.create('scheduled');
    truncateSync(made.path, 5000);
    expect(backups.isDue()).toBe(true);
    clock.forward(60);
    const again = await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    rmSync(manifestOf(again));
    expect(backups.isDue()).toBe(true);
    clock.forward(60);
    await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    clock.forward(60);
    recordEvent(shop.console.db, clock.now(), { type: 'backup.restored', data: { name: made.name } });
    expect(backups.isDue()).toBe(true);
  });

  it('ignores a backup of the future after the clock was set back', async () => {
    const backups = open();
    await backups.create('scheduled');
    clock.forward(-400 * DAY);
    expect(backups.isDue()).toBe(true);
    expect(backups.state()).toMatchObject({ lastAt: null, isOverdue: true });
    await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    expect(backups.list().backups).toHaveLength(2);
  });
});

it('is overdue after two days', async () => {
  const backups = open();
  expect(backups.state()).toEqual({ lastAt: null, isOverdue: true, problem: '', fault: null });
  const { created_at } = await backups.create('manual');
  clock.forward(48 * HOUR);
  expect(backups.state()).toEqual({ lastAt: created_at, isOverdue: false, problem: '', fault: null });
  clock.forward(1);
  expect(backups.state()).toMatchObject({ isOverdue: true });
});

describe('rotation', () => {
  it('runs after a scheduled backup: superseded ones go with their manifests, the others stay', async () => {
    const backups = open();
    const byHand = await backups.create('manual');
    const first = await backups.create('scheduled');
    for (let day = 1; day < 11; day++) plant(first, clock.now() + day * DAY * 1000);
    clock.forward(11 * DAY);
    await backups.create('scheduled');
    // From Saturday 31 January to Wednesday 11 February: seven days, the Sunday of a week, the last of January.
    const kept = ['0211', '0210', '0209', '0208', '0207', '0206', '0205', '0201', '0131'];
    expect(backups.list().backups.map(({ name }) => name)).toEqual([
      ...kept.map((day) => `kramar-2026${day}-030000-scheduled.db`),
      byHand.name,
    ]);
    expect(readdirSync(folder())).toHaveLength(2 * (kept.length + 1));
  });

  it('ignores everything that is no sound backup of this shop', async () => {
    const backups = open();
    // Each would otherwise go with the next of the same day.
    const foreign = await backups.create('scheduled');
    const others = { ...foreign.manifest, installation: 'of another shop' };
    writeFileSync(manifestOf(foreign), JSON.stringify(others));
    const lonely = await backups.create('scheduled');
    rmSync(manifestOf(lonely));
    const damaged = await backups.create('scheduled');
    truncateSync(damaged.path, 100);
    const last = await backups.create('scheduled');
    expect(
      backups
        .list()
        .backups.map(({ name }) => name)
        .sort(),
    ).toEqual([foreign, lonely, damaged, last].map(({ name }) => name).sort());
  });
});

describe('drill', () => {
  const failed = async (backups = open()): Promise<string> => {
    const error = await backups.drill().catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'OwnerError', code: 'DRILL_FAILED' });
    const { message } = error as Error;
    expect(events().at(-1)).toEqual(['backup.failed', { detail: message }]);
    expect(reported.at(-1)).toBe(message);
    expect(backups.state().problem).toBe(message);
    expect(message).toContain('The shop goes on, and its data are safe.');
    expect(scratches()).toEqual([]);
    return message;
  };
  const scratches = () => readdirSync(shop.folder).filter((name) => name.startsWith('restore-drill'));

  it('does nothing without a backup', async () => {
    expect(await open().drill()).toBeUndefined();
    expect(reported).toEqual([]);
  });

  it('restores the newest sound one, beside the shop that has sold on, and leaves nothing', async () => {
    const backups = open();
    await shop.createInvoice();
    await backups.create('manual');
    clock.forward(60);
    const newest = await backups.create('scheduled');
    await shop.createInvoice();
    mkdirSync(join(shop.folder, 'restore-drill-of-a-crash'));
    const before = readFileSync(newest.path);
    expect(await backups.drill()).toMatchObject({
      backup: newest,
      schema: SCHEMA_VERSION,
      facts: newest.manifest?.facts,
    });
    expect(scratches()).toEqual([]);
    expect(readFileSync(newest.path).equals(before)).toBe(true);
    expect(reported).toEqual([]);
  });

  it.skipIf(migrations.length === 0)(
    'restores one of an older schema by bringing it up to date',
    async () => {
      const older = join(shop.folder, 'older');
      mkdirSync(older);
      openDatabase(join(older, 'kramar.db'), { migrations: [] }).close();
      openDatabase(join(older, 'kramar.db')).close();
      mkdirSync(folder());
      for (const name of readdirSync(join(older, 'backups')))
        writeFileSync(join(folder(), name), readFileSync(join(older, 'backups', name)));
      clock.forward((Date.now() - clock.now()) / 1000 + 60);
      expect(await open().drill()).toMatchObject({ schema: BASE_VERSION, backup: { kind: 'migration' } });
    },
  );

  it('finds a backup that has rotted', async () => {
    const backups = open();
    const { path } = await backups.create('scheduled');
    const bytes = readFileSync(path);
    bytes[9000] = (bytes[9000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await failed(backups)).toContain('its bytes are not those that were written');
    clock.forward(60);
    await backups.create('scheduled');
    expect(backups.state().problem).not.toBe('');
    await backups.drill();
    expect(backups.state().problem).toBe('');
  });

  it('finds that the shop has lost what the backup has, unless it was restored since', async () => {
    const backups = open();
    await shop.createInvoice();
    await backups.create('scheduled');
    inFile(file(), 'delete from events where invoice_id is not null');
    inFile(file(), 'update attempts set invoice_id = null');
    inFile(file(), 'delete from invoices');
    expect(await failed(backups)).toContain("it has 1 rows of invoices, and the shop's database only 0");
    clock.forward(60);
    recordEvent(shop.console.db, clock.now(), { type: 'backup.restored', data: { name: 'an older one' } });
    expect(await backups.drill()).toMatchObject({ facts: { tables: { invoices: 1 } } });
  });
});

it('backups before migrations, and those in the usual folder, are listed beside those in the chosen folder', async () => {
  const backups = open();
  const usual = await backups.create('manual');
  const usb = chooseFolder();
  mkdirSync(usb);
  clock.forward(60);
  const chosen = await backups.create('manual');
  expect(backups.list()).toEqual({ backups: [chosen, usual], problems: [] });
  rmSync(usb, { recursive: true });
  const unread = expect.objectContaining({
    code: 'BACKUP_FOLDER_UNREADABLE',
    message: expect.stringContaining(usb),
  });
  expect(backups.list()).toEqual({ backups: [usual], problems: [unread] });
  expect(backupsIn(folder())).toEqual([usual]);
});
