import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './tables.ts';

/** `npm run render:security`: writes the tables of limits and calls into docs/security.md. */
const page = new URL('../../docs/security.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
