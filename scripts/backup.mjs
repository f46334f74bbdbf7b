/** `npm run backup [-- FOLDER]`: one archive of everything (docs/operations.md), whether the server runs or not. */
import { builtCommand } from './built-command.mjs';

await builtCommand('backup');
