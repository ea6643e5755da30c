// Plain JavaScript without imports: an older Node cannot parse TypeScript, and crashes on the database's native module
// (better-sqlite3 13 ends Node 20 by SIGSEGV). The scripts of package.json load this before an entry (--import), and
// the built entries import it first.

const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `error: Kramar needs Node ${NEEDED}, and ${process.execPath} is Node ${process.versions.node}. Nothing was started or changed. Run "npm ci" in the folder of the program without --ignore-scripts, which brings the right Node, and start Kramar by npm.\n`,
  );
  process.exit(1);
}
