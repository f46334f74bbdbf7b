/** `npm run rescue-owner`: a new sign-in for the super-admin (docs/operations.md), whether the server runs or not. */
import { builtCommand } from './built-command.mjs';

await builtCommand('rescue-owner');
