import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { Id } from '../../shapes.ts';

/** Characters of one note. */
export const NOTE_MAX = 2000;
const Text = z.string().trim().min(1).max(NOTE_MAX);

/** What one of the staff wrote about a reservation; the guest never sees it. */
export const Note = z.object({
  id: z.uuid(),
  text: z.string(),
  /** `null` of what was written before notes had authors, and when the account is gone. */
  author: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: z.date(),
  editedAt: z.date().nullable(),
});
export type Note = z.infer<typeof Note>;

/** What is said about one reservation, oldest first; `notes` is the newest text. */
export const Thread = z.object({ id: Id, notes: z.string(), thread: z.array(Note) });
export type Thread = z.infer<typeof Thread>;

/** Changes nothing when the note is no longer what was on the screen. */
const refused = refusals({
  NOTE_GONE: { status: 404 },
  NOTE_CHANGED: { data: Thread },
  NOTE_OF_ANOTHER: { status: 403 },
});
const route = { method: 'POST', tags: ['events'] } as const;

export const notes = {
  /** `key` becomes the note's id: the same key never makes a second note. */
  add: oc
    .route({ ...route, path: '/admin/event/reservations/{id}/notes' })
    .input(z.object({ id: Id, key: z.uuid(), text: Text }))
    .output(Thread)
    .errors(refusals({ RESERVATION_GONE: { status: 404 } })),
  /** By whoever wrote it. */
  change: oc
    .route({ ...route, path: '/admin/event/notes/{id}' })
    .input(z.object({ id: z.uuid(), shown: z.string(), text: Text }))
    .output(Thread)
    .errors(refused),
  remove: oc
    .route({ ...route, path: '/admin/event/notes/{id}/delete' })
    .input(z.object({ id: z.uuid(), shown: z.string() }))
    .output(Thread)
    .errors(refused),
};
