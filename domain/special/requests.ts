import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Id, plainLine } from '../shapes.ts';
import { REQUEST_ANSWER_MOST, REQUEST_COMPANY_MOST, REQUEST_CONTACT_MOST, REQUEST_MESSAGE_MOST } from './rules.ts';

/** A company asks for the package while it is not sold; staff answer by mail, and close what is settled. */
const tags = ['special'];

const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

const fields = {
  company: plainLine(REQUEST_COMPANY_MOST).min(2),
  /** Who is to be called, and where. */
  contact: plainLine(REQUEST_CONTACT_MOST).min(5),
  /** In which they want it to begin. */
  month: Month,
  message: z.string().trim().max(REQUEST_MESSAGE_MOST),
};

const Request = z.object({
  id: Id,
  company: z.string(),
  contact: z.string(),
  month: Month,
  message: z.string(),
  madeAt: z.date(),
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
  closedAt: z.date().nullable(),
});

const done = z.object({ done: z.literal(true) });
const gone = { SPECIAL_REQUEST_GONE: { status: 404 } } as const;

export const ownRequests = {
  /** Own ones, the newest first. */
  requests: oc.route({ method: 'GET', path: '/special/requests', tags }).output(z.array(Request)),
  /** Under the browser's key: the same key again is the same request. One waits at a time. */
  request: oc
    .route({ method: 'POST', path: '/special/requests', tags })
    .input(z.object({ id: Id, ...fields }))
    .output(done)
    .errors(refusals({ SPECIAL_REQUEST_WAITS: {}, SPECIAL_REQUEST_MONTH: { status: 422 }, SPECIAL_SOLD_AGAIN: {} })),
};

export const deskRequests = {
  /** Those that are not closed: first what nobody has answered, then the oldest. */
  requests: oc
    .route({ method: 'GET', path: '/admin/special/requests', tags })
    .output(z.array(Request.extend({ companyId: Id, email: z.string() }))),
  /** Mailed to the company, once. It stays in the list until somebody closes it. */
  answer: oc
    .route({ method: 'POST', path: '/admin/special/requests/{id}/answer', tags })
    .input(z.object({ id: Id, answer: z.string().trim().min(1).max(REQUEST_ANSWER_MOST) }))
    .output(done)
    .errors(refusals({ ...gone, SPECIAL_REQUEST_ANSWERED: {} })),
  /** With an answer or without; the company may ask again. Closed twice it is closed once. */
  close: oc
    .route({ method: 'POST', path: '/admin/special/requests/{id}/close', tags })
    .input(z.object({ id: Id }))
    .output(done)
    .errors(refusals(gone)),
};
