import { and, eq, isNull, or } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { isAtLeast } from '#domain/access.ts';
import { FILE_KINDS, type FileKindName, fileKind } from '#domain/files/kinds.ts';
import { refuse } from '#domain/refuse.ts';
import { mayAct, personOf } from '../access.ts';
import type { Person } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendFile } from '../http/files/send-file.ts';
import { answerRefusal } from '../http/refusals.ts';
import type { RequestContext } from '../http/request-context.ts';
import { returnPictures, returns } from '../returns/schema.ts';
import { type FileRow, nameOfContent } from './content.ts';
import { files } from './schema.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/**
 * `GET /api/files/{id}`: a stored file, whole or in ranges, for its owner and for whoever has the duty that its kind names. For everybody
 * else, signed in or not, it does not exist. Nothing between us and the browser keeps it.
 */
export function privateFiles(deps: Dependencies) {
  const app = new Hono<RequestContext>();
  app.get(`/:id{${UUID}}`, async (c) => {
    const person = await personOf(deps, c.req.raw.headers);
    const file = person && (await fileFor(deps, person, c.req.param('id')));
    return (file && (await send(c, deps, file))) ?? answerRefusal(c, refuse('NOT_FOUND'));
  });
  return app;
}

async function fileFor({ db }: Dependencies, person: Person, id: string): Promise<FileRow | null> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNull(files.removedAt)));
  if (!file || !Object.hasOwn(FILE_KINDS, file.kind)) return null;
  const isOwner = file.ownerId === person.id && isAtLeast(person.level, 'member');
  const { seenBy, complaintsSeenBy } = fileKind(file.kind as FileKindName);
  if (isOwner || (seenBy !== null && mayAct(person, seenBy))) return file;
  return complaintsSeenBy && mayAct(person, complaintsSeenBy) && (await isOfComplaint(db, id)) ? file : null;
}

/** Whether it is a picture of a return that its buyer complains with. */
async function isOfComplaint(db: Dependencies['db'], id: string): Promise<boolean> {
  const [found] = await db
    .select({ id: returnPictures.id })
    .from(returnPictures)
    .innerJoin(returns, eq(returns.id, returnPictures.returnId))
    .where(and(or(eq(returnPictures.fileId, id), eq(returnPictures.thumbId, id)), eq(returns.kind, 'complaint')))
    .limit(1);
  return found !== undefined;
}

function send(c: Context<RequestContext>, { storage, log }: Dependencies, file: FileRow): Promise<Response | null> {
  const { id, bytes, createdAt, sha256, contentType, extension, kind, part, madeByUs } = file;
  const isShown = madeByUs && /^(image|video)\//.test(contentType);
  return sendFile(c, log, {
    bytes,
    modified: createdAt,
    etag: `"${sha256}"`,
    type: contentType,
    headers: {
      'cache-control': 'private, no-store',
      vary: 'authorization',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': isShown ? 'inline' : `attachment; filename="${kind}-${id.slice(0, 8)}${extension}"`,
    },
    read: (range) => storage[part].read(nameOfContent(file), range),
  });
}
