import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { databaseFile } from '../../../main/platform/data-folder.ts';
import { recordEvent } from '../../../main/shop/events.ts';
import type { Backup } from '../../../main/store/backup/files.ts';
import { backupsIn } from '../../../main/store/backup/files.ts';
import { installationId, setSetting } from '../../../main/store/settings.ts';
import { contentsOf, inFile } from '../../helpers/contents.ts';
import { openShop } from '../../helpers/shop.ts';
import { createStage, DAY, HOUR, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = createStage();
});
/** The folder is that of a shop whose service runs. */
const inShop = async () => {
  const shop = await openShop();
  onTestFinished(() => shop.close());
  stage = createStage({ db: shop.console.db, file: databaseFile(shop.folder), folder: shop.folder });
  return shop;
};

/** The same once more, at another moment. */
const plant = ({ path, name, manifest }: Backup, at: number): void => {
  const time = new Date(at).toISOString();
  const day = time.slice(0, 10).replaceAll('-', '');
  const copy = join(stage.folder, name.replace(/\d{8}/, day));
  copyFileSync(path, copy);
  writeFileSync(copy.replace('.db', '.json'), JSON.stringify({ ...manifest, created_at: time }));
};
const manifestOf = ({ path }: Backup) => path.replace('.db', '.json');
/** The owner's disk that is not plugged in. */
const chooseFolder = (path = join(stage.home, 'usb')) => {
  setSetting(stage.db, 'backup_folder', path);
  return path;
};

describe('create', () => {
  it('copies the shop as of one moment while it sells, and reports it', async () => {
    const shop = await inShop();
    const backups = stage.open();
    const sales: Promise<unknown>[] = [];
    const making = backups.create('scheduled');
    for (let each = 0; each < 10; each++) sales.push(shop.createInvoice({ amount: 100 + each }));
    await Promise.all(sales);
    const backup = await making;
    expect(backup).toMatchObject({
      name: 'kramar-20260131-030000-scheduled.db',
      kind: 'scheduled',
      created_at: stage.clock.now(),
    });
    expect(stage.events()).toEqual([
      ['backup.created', { name: backup.name, size: statSync(backup.path).size }],
    ]);
    expect(backups.list()).toEqual({ backups: [backup], problems: [] });
    expect(backups.state()).toEqual({
      lastAt: stage.clock.now(),
      isOverdue: false,
      problem: '',
      fault: null,
    });
    // Invoices are numbered in order and written whole: those in the copy are the first ones, and unchanged.
    const copied = contentsOf(backup.path).invoices ?? [];
    const numbers = inFile<{ number: number }>(backup.path, 'select number from invoices order by number');
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(copied.length);
    expect(backup.manifest?.facts.tables.invoices).toBe(copied.length);
    expect(stage.reported).toEqual([]);
  });

  it('twice at once makes two, one after the other', async () => {
    const backups = stage.open();
    const made = await Promise.all([backups.create('manual'), backups.create('manual')]);
    expect(made.map(({ name }) => name)).toEqual([
      'kramar-20260131-030000-manual.db',
      'kramar-20260131-030001-manual.db',
    ]);
    expect(stage.files()).toHaveLength(4);
  });

  it('removes what a crash left', async () => {
    const first = await stage.open().create('manual');
    const partial = `${first.path.replace('0000', '0500')}.${first.manifest?.installation}.partial`;
    writeFileSync(partial, 'half');
    await stage.open().create('manual');
    expect(stage.files().filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('when Kramar stops, it breaks off, leaves nothing and reports no failure', async () => {
    const backups = stage.open();
    const making = backups.create('scheduled').catch((error: unknown) => error);
    const stopping = backups.stop();
    expect(await making).toMatchObject({ name: 'OwnerError', code: 'BACKUP_STOPPED' });
    await stopping;
    expect([stage.files(), stage.events(), stage.reported, backups.state().problem]).toEqual([
      [],
      [],
      [],
      '',
    ]);
  });
});

describe('a backup that cannot be made', () => {
  const refused = async (backups = stage.open()): Promise<string> => {
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
    const shop = await inShop();
    const backups = stage.open();
    const usb = chooseFolder();
    prepare(usb);
    const before = readdirSync(stage.home).sort();
    const message = await refused(backups);
    expect(message).toContain(why);
    // The command line and the window say what can be done.
    expect(message).not.toMatch(/setting set|Settings/);
    expect(stage.events()).toEqual([['backup.failed', { detail: message }]]);
    expect(stage.reported).toEqual([message]);
    expect(backups.state()).toEqual({ lastAt: null, isOverdue: true, problem: message, fault });
    expect(backups.isDue()).toBe(true);
    expect(
      readdirSync(stage.home)
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
    installationId(stage.db);
    const usb = chooseFolder();
    const message = await refused(stage.open({ ...stage.db, run: full }));
    expect(message).toContain(usb);
    expect(message).toContain('the folder is not there');
    expect(stage.reported).toEqual([
      message,
      expect.stringContaining('could not be written to the list of events'),
    ]);
    expect(stage.events()).toEqual([]);
  });

  it('waits while another backup is made, and that is no failure', async () => {
    const held = stage.open();
    const first = held.create('manual');
    const second = stage.open().create('manual');
    expect((await Promise.all([first, second])).map(({ kind }) => kind)).toEqual(['manual', 'manual']);
    expect(stage.reported).toEqual([]);
  });
});

describe('isDue', () => {
  it('is true once a day, by the day of the shop', async () => {
    const backups = stage.open();
    expect(backups.isDue()).toBe(true);
    await backups.create('manual');
    expect(backups.isDue()).toBe(true);
    await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    // 23:59 in Kyiv, and a minute later.
    stage.clock.forward(19 * HOUR - 60);
    expect(backups.isDue()).toBe(false);
    stage.clock.forward(60);
    expect(backups.isDue()).toBe(true);
    setSetting(stage.db, 'time_zone', 'America/New_York');
    expect(backups.isDue()).toBe(true);
    setSetting(stage.db, 'time_zone', 'UTC');
    expect(backups.isDue()).toBe(false);
  });

  it("is true again when today's was cut short, was removed, or predates a restore", async () => {
    const backups = stage.open();
    const made = await backups.create('scheduled');
    truncateSync(made.path, 5000);
    expect(backups.isDue()).toBe(true);
    stage.clock.forward(60);
    const again = await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    rmSync(manifestOf(again));
    expect(backups.isDue()).toBe(true);
    stage.clock.forward(60);
    await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    stage.clock.forward(60);
    recordEvent(stage.db, stage.clock.now(), { type: 'backup.restored', data: { name: made.name } });
    expect(backups.isDue()).toBe(true);
  });

  it('ignores a backup of the future after the stage.clock was set back', async () => {
    const backups = stage.open();
    await backups.create('scheduled');
    stage.clock.forward(-400 * DAY);
    expect(backups.isDue()).toBe(true);
    expect(backups.state()).toMatchObject({ lastAt: null, isOverdue: true });
    await backups.create('scheduled');
    expect(backups.isDue()).toBe(false);
    expect(backups.list().backups).toHaveLength(2);
  });
});

it('is overdue after two days', async () => {
  const backups = stage.open();
  expect(backups.state()).toEqual({ lastAt: null, isOverdue: true, problem: '', fault: null });
  const { created_at } = await backups.create('manual');
  stage.clock.forward(48 * HOUR);
  expect(backups.state()).toEqual({ lastAt: created_at, isOverdue: false, problem: '', fault: null });
  stage.clock.forward(1);
  expect(backups.state()).toMatchObject({ isOverdue: true });
});

describe('rotation', () => {
  it('runs after a scheduled backup: superseded ones go with their manifests, the others stay', async () => {
    const backups = stage.open();
    const byHand = await backups.create('manual');
    const first = await backups.create('scheduled');
    for (let day = 1; day < 11; day++) plant(first, stage.clock.now() + day * DAY * 1000);
    stage.clock.forward(11 * DAY);
    await backups.create('scheduled');
    // From Saturday 31 January to Wednesday 11 February: seven days, the Sunday of a week, the last of January.
    const kept = ['0211', '0210', '0209', '0208', '0207', '0206', '0205', '0201', '0131'];
    expect(backups.list().backups.map(({ name }) => name)).toEqual([
      ...kept.map((day) => `kramar-2026${day}-030000-scheduled.db`),
      byHand.name,
    ]);
    expect(stage.files()).toHaveLength(2 * (kept.length + 1));
  });

  it('ignores everything that is no sound backup of this shop', async () => {
    const backups = stage.open();
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

it('backups before migrations, and those in the usual folder, are listed beside those in the chosen folder', async () => {
  const backups = stage.open();
  const usual = await backups.create('manual');
  const usb = chooseFolder();
  mkdirSync(usb);
  stage.clock.forward(60);
  const chosen = await backups.create('manual');
  expect(backups.list()).toEqual({ backups: [chosen, usual], problems: [] });
  rmSync(usb, { recursive: true });
  const unread = expect.objectContaining({
    code: 'BACKUP_FOLDER_UNREADABLE',
    message: expect.stringContaining(usb),
  });
  expect(backups.list()).toEqual({ backups: [usual], problems: [unread] });
  expect(backupsIn(stage.folder)).toEqual([usual]);
});
