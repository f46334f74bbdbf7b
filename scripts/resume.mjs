/** `npm run resume [-- --documents=none|NUMBER,… --payouts=checked --jobs=leave --mails=send|drop]`: a restored shop catches up and goes on (docs/operations.md). */
import { builtCommand } from './built-command.mjs';

await builtCommand('resume');
