import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { ReturnPicture } from '../returns/contract.ts';
import { Day, Id } from '../shapes.ts';
import { visibleText } from '../visible-line.ts';
import { MOST_AT_ONCE, TASK_KINDS } from './rules.ts';

/**
 * What we owe a buyer besides the goods: an answer with a deadline. A paid special package and every device order open a
 * task by themselves, a complaint is one that the buyer writes; the answer is mailed and stands in the account.
 */
export const Task = z.object({
  id: Id,
  number: z.int(),
  kind: z.enum(TASK_KINDS),
  orderNumber: z.int(),
  productName: z.string(),
  /** What the buyer wrote; empty where nobody wrote anything. */
  text: z.string(),
  createdAt: z.date(),
  dueOn: Day,
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
});
export type Task = z.infer<typeof Task>;

/** With the pictures of the return that a complaint is about. */
export const OpenTask = Task.extend({ email: z.string(), pictures: z.array(ReturnPicture) });
export type OpenTask = z.infer<typeof OpenTask>;

const tag = { tags: ['tasks'] };

export const tasks = {
  mine: oc.route({ method: 'GET', path: '/tasks/mine', ...tag }).output(z.array(Task)),
  /** The same key is the same complaint. */
  complain: oc
    .route({ method: 'POST', path: '/tasks/complaints', ...tag })
    .input(z.object({ key: Id, orderId: Id, text: visibleText(2000).min(10) }))
    .output(Task)
    .errors(refusals({ ORDER_GONE: { status: 404 }, COMPLAINT_NOT_POSSIBLE: {} })),
  admin: {
    /** Those without an answer, the most urgent first; of each kind no more than are answered at once. */
    open: oc.route({ method: 'GET', path: '/admin/tasks', ...tag }).output(z.array(OpenTask)),
    /** One answer to one task, or to several of a kind, sent once or twice; those that have another answer, or are owed none any more, stay as they are. */
    answer: oc
      .route({ method: 'POST', path: '/admin/tasks/answer', ...tag })
      .input(z.object({ ids: z.array(Id).min(1).max(MOST_AT_ONCE), answer: z.string().trim().min(1).max(2000) }))
      .output(z.object({ answered: z.int(), /** Numbers of those that were left. */ gone: z.array(z.int()) }))
      .errors(refusals({ TASK_GONE: { status: 404 } })),
  },
};
