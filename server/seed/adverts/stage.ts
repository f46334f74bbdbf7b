import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/db.ts';
import type { Profile } from '../population.ts';

/** Where the demonstration is played: the program with a clock that the story moves, and its people. */
export interface Stage {
  deps: Dependencies;
  db: Database;
  clock: { now: Date };
  /** Now, as people who look at it have it. */
  end: Date;
  members: Profile[];
  /** Everybody by id. */
  people: Map<string, Profile>;
}
