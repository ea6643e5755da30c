import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether LibreOffice without a window is installed (Debian: libreoffice-calc-nogui). */
export const hasOffice = (): boolean => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A semicolon, quotation marks, UTF-8, from line 1; cells as they are shown; every sheet a file. */
const CSV = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false,false,false,-1';
/** How a CSV of ours is read: its formats of dates and numbers are those of Ukraine. */
const READ_CSV = 'CSV:59,34,76,1,,1058,false,true';

/** Opens the files, and returns what they show as CSV, by the names under which LibreOffice writes it. */
export const openedInOffice = async (
  files: Readonly<Record<string, Buffer>>,
): Promise<Record<string, Buffer>> => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-office-'));
  try {
    const paths = Object.entries(files).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    });
    // One start for the files of each kind: it takes longer than all the rest.
    return {
      ...(await converted(
        folder,
        paths.filter((path) => path.endsWith('.csv')),
        [`--infilter=${READ_CSV}`],
      )),
      ...(await converted(
        folder,
        paths.filter((path) => !path.endsWith('.csv')),
        [],
      )),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const converted = async (folder: string, paths: readonly string[], reading: readonly string[]) => {
  const out = join(folder, 'out');
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const { stdout: output } = await run('soffice', [
    profile,
    '--headless',
    ...reading,
    '--convert-to',
    CSV,
    '--outdir',
    out,
    ...paths,
  ]);
  const written = [...output.matchAll(/ -> (.+\.csv)$/gm)].map(([, path = '']) => path);
  return Object.fromEntries(written.map((path) => [path.slice(out.length + 1), readFileSync(path)]));
};
