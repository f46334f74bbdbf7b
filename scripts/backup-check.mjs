/** `npm run backup:check [-- ARCHIVE]`: restores a backup aside and compares everything (docs/operations.md). */
import { builtCommand } from './built-command.mjs';

await builtCommand('backup-check');
