import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { Objection, ObjectionText } from '../../objections.ts';
import { Month } from '../../rewards/contract.ts';
import { Day, Id } from '../../shapes.ts';

const tags = ['campaigns'];

const ReportObjection = Objection.extend({ month: Month });

/** A company says within thirty days after the end of a month that its report is wrong; of a campaign one objection at a time waits for our answer. */
export const ownObjections = {
  /** The newest first. `months`: those that may be objected to now, the oldest first, each until that day; none while one waits. */
  objections: oc
    .route({ method: 'GET', path: '/campaigns/{id}/objections', tags })
    .input(z.object({ id: Id }))
    .output(
      z.object({ months: z.array(z.object({ month: Month, until: Day })), objections: z.array(ReportObjection) }),
    ),
  /** Answers with the day until which we answer. The same `objection` again is the same one. */
  object: oc
    .route({ method: 'POST', path: '/campaigns/{id}/objections', tags })
    .input(z.object({ id: Id, objection: Id, month: Month, text: ObjectionText }))
    .output(z.object({ dueOn: Day }))
    .errors(refusals({ REPORT_NOT_FINAL: {}, REPORT_OBJECTION_LATE: {}, REPORT_OBJECTION_WAITS: {} })),
};

export const deskObjections = {
  /** Those that wait for an answer, what is due first on top. */
  objections: oc.route({ method: 'GET', path: '/admin/campaigns/objections', tags }).output(
    z.array(
      ReportObjection.extend({
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
    .errors(refusals({ REPORT_OBJECTION_GONE: { status: 404 }, REPORT_OBJECTION_ANSWERED: {} })),
};
