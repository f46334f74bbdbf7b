import { writeFileSync } from 'node:fs';
import { promisesPage } from './tables.ts';

/** `npm run render:promises`: writes docs/promises.md. */
writeFileSync(new URL('../../docs/promises.md', import.meta.url), promisesPage());
