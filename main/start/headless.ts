import './node-version.mjs';
import { enableCodeCache } from './code-cache.ts';
import { restartLean } from './lean-memory.ts';

/** The entry without a window: `npm run serve`, and `npm start` where no window is possible (start.ts). */

restartLean(process, import.meta.filename);
enableCodeCache();
// Imported dynamically: a static import is compiled before any code runs.
const { serve } = await import('./service.ts');
// Not awaited: it is over when the service has stopped.
void serve(process.argv.slice(2));
