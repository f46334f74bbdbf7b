import { refuse } from '#domain/refuse.ts';
import type { Person } from '../context.ts';

/** Nobody decides on what is paid to themselves; only the super-admin may, who may be the one that keeps the accounts. */
export function refuseOwnStatement(profileId: string, { id, level }: Pick<Person, 'id' | 'level'>): void {
  if (profileId === id && level !== 'superAdmin') throw refuse('OWN_STATEMENT');
}
