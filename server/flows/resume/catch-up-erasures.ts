import { eq } from 'drizzle-orm';
import { profiles } from '../../accounts/schema.ts';
import { erasures } from '../../backup/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { erasePerson } from '../people/erase-person.ts';
import type { ResumePart } from './part.ts';

/** Whoever was erased after the backup came back with it, and is erased again. */
export const catchUpErasures: ResumePart = {
  name: 'erased people',
  async run(deps) {
    const back = await deps.db
      .select({ id: profiles.id })
      .from(erasures)
      .innerJoin(profiles, eq(profiles.id, erasures.profileId));
    let erased = 0;
    for (const { id } of back)
      if (await deps.db.transaction((tx) => erasePerson(tx, deps, systemActor, id))) erased += 1;
    return { lines: [`${erased} people erased again`] };
  },
};
