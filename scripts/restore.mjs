/** `npm run restore -- ARCHIVE`: an archive into an empty place (docs/operations.md). */
import { builtCommand } from './built-command.mjs';

await builtCommand('restore');
