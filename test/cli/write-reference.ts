import { writeFileSync } from 'node:fs';
import { referenceFiles } from './reference.ts';

// npx node test/cli/write-reference.ts: writes docs/command-line.md and its schema as the commands are now.
for (const [path, text] of referenceFiles()) writeFileSync(path, text);
