import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referenceFiles } from './reference.ts';

const biome = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url));

// npm run node -- test/cli/write-reference.ts: writes docs/command-line.md and its schema as the commands are now.
for (const [path, text] of referenceFiles()) writeFileSync(path, text);
const schemas = referenceFiles().flatMap(([path]) => (path.endsWith('.json') ? path : []));
execFileSync(process.execPath, [biome, 'format', '--write', ...schemas]);
