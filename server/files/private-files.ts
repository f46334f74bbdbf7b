import { and, eq, isNull } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { isAtLeast } from '#domain/access.ts';
import { FILE_KINDS, type FileKindName, fileKind } from '#domain/files/kinds.ts';
import { refuse } from '#domain/refuse.ts';
import { mayAct, type Person, personOf } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendFile } from '../http/files/send-file.ts';
import { answerRefusal } from '../http/refusals.ts';
import type { RequestContext } from '../http/request-context.ts';
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
  const { seenBy } = fileKind(file.kind as FileKindName);
  return isOwner || (seenBy !== null && mayAct(person, seenBy)) ? file : null;
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
