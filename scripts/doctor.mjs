/** `npm run doctor [-- --mail ADDRESS]`: looks whether everything the server needs is there (docs/operations.md). */
import { builtCommand } from './built-command.mjs';

await builtCommand('doctor');
