import { sql } from 'drizzle-orm';
import { TIME_ZONE } from '#domain/time.ts';

/** In the text of a statement instead of a parameter: `at time zone ${BELGRADE}` is then the same expression wherever it stands. */
export const BELGRADE = sql.raw(`'${TIME_ZONE}'`);
