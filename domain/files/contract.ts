import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Id } from '../shapes.ts';
import { FILE_KINDS, type FileKindName } from './kinds.ts';

/**
 * What people send us to keep. A file comes in parts, each of which any server takes and may be sent again, and is there when all
 * parts are joined and its bytes say that it is what it should be. `GET /api/files/{id}` gives it back to its owner.
 */
export const FileKind = z.enum(Object.keys(FILE_KINDS) as [FileKindName, ...FileKindName[]]);

export const StoredFile = z.object({
  id: Id,
  kind: FileKind,
  bytes: z.int(),
  /** As the bytes say. */
  type: z.string(),
  sha256: z.string(),
  createdAt: z.date(),
});
export type StoredFile = z.infer<typeof StoredFile>;

export const Upload = z.object({
  id: Id,
  kind: FileKind,
  bytes: z.int(),
  /** Of every part but the last. */
  partBytes: z.int(),
  /** Numbers of the parts that are there, and of those that are not, in order. */
  present: z.array(z.int()),
  missing: z.array(z.int()),
  /** Once it is complete. */
  file: StoredFile.nullable(),
});
export type Upload = z.infer<typeof Upload>;

const tags = ['files'];
const gone = { UPLOAD_GONE: { status: 404 } };
const room = { FILE_QUOTA_FULL: { data: z.object({ most: z.int() }) }, STORAGE_FULL: {} };
const Incomplete = { UPLOAD_INCOMPLETE: { data: z.object({ missing: z.array(z.int()) }) } };

export const files = {
  uploads: {
    /** The same key is the same upload. The room that it will need is kept for it. */
    begin: oc
      .route({ method: 'POST', path: '/files/uploads', tags })
      .input(z.object({ key: Id, kind: FileKind, bytes: z.int().positive() }))
      .output(Upload)
      .errors(refusals({ ...gone, ...room, FILE_TOO_LARGE: { status: 422, data: z.object({ most: z.int() }) } })),
    /** The body is the part. Sent again, it takes the place of what was sent before. */
    part: oc
      .route({ method: 'PUT', path: '/files/uploads/{id}/parts/{number}', inputStructure: 'detailed', tags })
      .input(
        z.object({
          params: z.object({ id: Id, number: z.coerce.number().pipe(z.int().positive().max(10_000)) }),
          body: z.file(),
        }),
      )
      .output(Upload)
      .errors(
        refusals({
          ...gone,
          UPLOAD_COMPLETED: {},
          UPLOAD_PART_WRONG: { status: 422, data: z.object({ bytes: z.int() }) },
        }),
      ),
    state: oc
      .route({ method: 'GET', path: '/files/uploads/{id}', tags })
      .input(z.object({ id: Id }))
      .output(Upload)
      .errors(refusals(gone)),
    /** Joins the parts. Asked again, it answers with the same file. */
    complete: oc
      .route({ method: 'POST', path: '/files/uploads/{id}/complete', tags })
      .input(z.object({ id: Id }))
      .output(StoredFile)
      .errors(
        refusals({
          ...gone,
          ...room,
          ...Incomplete,
          FILE_TYPE_REFUSED: { status: 422, data: z.object({ types: z.array(z.string()) }) },
        }),
      ),
    /** Also when it is gone already. */
    abort: oc
      .route({ method: 'DELETE', path: '/files/uploads/{id}', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ aborted: z.literal(true) }))
      .errors(refusals({ UPLOAD_COMPLETED: {} })),
  },
  /** One's own; from that moment nobody sees it. */
  remove: oc
    .route({ method: 'DELETE', path: '/files/{id}', tags })
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(refusals({ FILE_GONE: { status: 404 } })),
};
