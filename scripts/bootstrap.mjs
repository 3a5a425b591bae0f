// Runs before `npm test` and the others, on whatever Node the machine has (20 or newer), with nothing installed
// yet. So: plain JavaScript, nothing but Node's own modules, and a quick way out when everything is in place.
import { prepare } from './bootstrap/prepare.mjs';

await prepare(process.argv.slice(2));
