/** `npm run rotate-keys`: a new signing key for sessions (docs/operations.md), while the servers run. */
import { builtCommand } from './built-command.mjs';

await builtCommand('rotate-keys');
