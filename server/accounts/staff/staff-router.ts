import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { freshProof, staff } from '../../access.ts';
import { profiles } from '../schema.ts';
import { exportStaff } from './export-staff.ts';
import { findCandidates, lastDutyChanges, listStaff } from './list-staff.ts';
import { remindOfSecondStep } from './remind-second-step.ts';
import { saveDuties } from './save-duties.ts';
import { usedDuties } from './used-duties.ts';

const procedures = staff('give duties').accounts.admin.staff;

export const staffRouter = {
  list: procedures.list.handler(async ({ context: { deps } }) => {
    const [rows, changes] = await Promise.all([listStaff(deps), lastDutyChanges(deps.db)]);
    return { rows, changes };
  }),

  export: procedures.export.handler(({ context: { deps, actor } }) => exportStaff(deps, actor)),

  candidates: procedures.candidates.handler(({ context: { deps }, input }) => findCandidates(deps, input.search)),

  used: procedures.used.handler(async ({ context: { deps }, input }) => {
    if (!(await deps.db.$count(profiles, eq(profiles.id, input.id)))) throw refuse('PERSON_GONE');
    return usedDuties(deps, input.id);
  }),

  save: procedures.save
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => saveDuties(deps, { actor, person }, input)),

  remind: procedures.remind.handler(({ context: { deps, actor }, input }) => remindOfSecondStep(deps, actor, input.id)),
};
