import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { Objection, ObjectionText } from '../../objections.ts';
import { Day, Id } from '../../shapes.ts';

/** A company says within thirty days after the end of its campaign that the report is wrong; one objection at a time waits for our answer. */
const tags = ['campaigns'];

export const ownObjections = {
  /** The newest first. `until`: the last day for another one; `null`: it is not over, too late, or one waits. */
  objections: oc
    .route({ method: 'GET', path: '/campaigns/{id}/objections', tags })
    .input(z.object({ id: Id }))
    .output(z.object({ until: Day.nullable(), objections: z.array(Objection) })),
  /** Answers with the day until which we answer. The same `objection` again is the same one. */
  object: oc
    .route({ method: 'POST', path: '/campaigns/{id}/objections', tags })
    .input(z.object({ id: Id, objection: Id, text: ObjectionText }))
    .output(z.object({ dueOn: Day }))
    .errors(refusals({ REPORT_NOT_FINAL: {}, REPORT_OBJECTION_LATE: {}, REPORT_OBJECTION_WAITS: {} })),
};

export const deskObjections = {
  /** Those that wait for an answer, what is due first on top. */
  objections: oc.route({ method: 'GET', path: '/admin/campaigns/objections', tags }).output(
    z.array(
      Objection.extend({
        campaignId: Id,
        name: z.string(),
        company: z.string(),
        companyId: Id.nullable(),
        isLate: z.boolean(),
      }),
    ),
  ),
  /** The company reads the words as they are. Answered twice, the first answer holds. */
  answer: oc
    .route({ method: 'POST', path: '/admin/campaigns/objections/{id}/answer', tags })
    .input(z.object({ id: Id, answer: ObjectionText }))
    .output(z.object({ answered: z.literal(true) }))
    .errors(refusals({ REPORT_OBJECTION_GONE: { status: 404 } })),
};
