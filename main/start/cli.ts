import './node-version.mjs';

/** `npm run admin`: the owner's console. What it can do is listed in cli/signatures.ts. */

// Not before the check: an older Node crashes on what the console imports.
const { runConsole } = await import('../cli/run.ts');

// Not process.exit: what was printed may not have left the process yet.
process.exitCode = await runConsole(process.argv.slice(2));
