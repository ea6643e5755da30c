import './node-version.mjs';
import { keepCompiled } from './compiled.ts';

/** The entry without a window: `npm run serve`, and `npm start` where no window is possible (start.ts). */

keepCompiled();
// Imported dynamically: a static import is compiled before any code runs.
await import('./service.ts');
