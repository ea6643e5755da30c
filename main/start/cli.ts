import './node-version.mjs';

/** `npm run admin`: the owner's console. cli/commands.ts lists its commands. */

// Imported after the check: an older Node crashes on the console's imports.
const { runConsole } = await import('../cli/run.ts');

// Not process.exit: printed text may still be in a buffer.
process.exitCode = await runConsole(process.argv.slice(2));
