import './node-version.mjs';
import { keepCompiled } from './compiled.ts';

/** The entry without a window: `npm run serve`, and `npm start` where a window cannot be (start.ts). */

keepCompiled();
// Not before: what is imported above is compiled before anything is run.
await import('./service.ts');
