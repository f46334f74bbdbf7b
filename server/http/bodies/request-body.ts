import { ORPCError } from '@orpc/contract';
import { MultipartParser, type MultipartPart } from '@remix-run/multipart-parser';
import { type BodyLimits, MAX_PARTS } from '#domain/bodies.ts';
import { refuse } from '#domain/refuse.ts';
import { BodyRefused, chunksOf, declaredLength, readBytes, readText } from './read-body.ts';
import { openSemaphore } from './semaphore.ts';
import { streamedFile } from './streamed-file.ts';

/** Of large bodies, in the whole process. Who finds none free for ten seconds is asked to come again. */
const places = openSemaphore({ count: 2, timeoutMs: 10_000 });

/** RFC 2046; a longer one makes the search for it slow. */
const LONGEST_BOUNDARY = 70;

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*(;|$)/i;

/** One request's body. */
export interface RequestBody {
  /** JSON, or a form where files are allowed. Throws its refusal (400, 413, 415, 503) as a refusal. Reads once. */
  read(limits: BodyLimits): Promise<unknown>;
  /** The bytes as they are, refused as those that are read. The request is read from them again. */
  bytes(limits: BodyLimits): Promise<Buffer>;
  /** Gives its place in memory back; to be called when the request has been answered, however it ended. */
  release(): void;
}

/** `hasRoom`: its bytes are in memory already. */
export function requestBody(request: Request, { hasRoom = false } = {}): RequestBody {
  let leave = () => {};
  const makeRoom = async () => {
    if (hasRoom) return;
    const place = await places.acquire();
    if (!place) throw refuse('SERVICE_UNAVAILABLE');
    leave = place;
  };
  return {
    release: () => leave(),
    async bytes({ bytes }) {
      try {
        return await readBytes(request, { bytes, makeRoom });
      } catch (error) {
        throw refusedBody(error);
      }
    },
    async read({ bytes, files, isFile }) {
      if (isFile) return streamedFile(request, bytes);
      const said = declaredLength(request);
      // Asking for the stream makes one, which costs as much as the rest of a small call.
      if (said === 0 || (said === null && request.body === null)) return undefined;
      const type = request.headers.get('content-type');
      try {
        if (files > 0 && type !== null && FORM_TYPE.test(type))
          return await readForm(chunksOf(request, { bytes, makeRoom }), type, { bytes, files });
        if (type !== null && !JSON_TYPE.test(type)) throw refuse('UNSUPPORTED_MEDIA_TYPE');
        const text = await readText(request, { bytes, makeRoom });
        return text === '' ? undefined : JSON.parse(text);
      } catch (error) {
        throw refusedBody(error);
      }
    },
  };
}

function refusedBody(error: unknown): unknown {
  if (error instanceof BodyRefused && error.why === 'too large') return refuse('PAYLOAD_TOO_LARGE');
  return error instanceof BodyRefused || error instanceof SyntaxError
    ? refuse('BAD_REQUEST', { unreadable: 'json' })
    : error;
}

/** A form, read while it flows; the first part too many ends it. */
async function readForm(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  { bytes, files }: Pick<BodyLimits, 'bytes' | 'files'>,
) {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type)?.slice(1).find(Boolean);
  if (!boundary || boundary.length > LONGEST_BOUNDARY) throw badForm();
  const limits = { maxParts: MAX_PARTS, maxHeaderSize: 4096, maxFileSize: bytes, maxTotalSize: bytes };
  const parser = new MultipartParser(boundary, limits);
  const form = new FormData();
  let filesSeen = 0;
  const keep = (part: MultipartPart) => {
    const { name, filename } = part;
    if (!name) throw badForm();
    if (filename === undefined) return form.append(name, part.text);
    filesSeen += 1;
    if (filesSeen > files) throw badForm();
    form.append(name, new File(part.content as BlobPart[], filename, { type: part.mediaType ?? '' }));
  };
  try {
    for await (const chunk of chunks) for (const part of partsIn(parser, chunk)) keep(part);
    parser.finish();
    return form;
  } catch (error) {
    if (error instanceof ORPCError || (error instanceof BodyRefused && error.why === 'too large')) throw error;
    throw badForm();
  }
}

const badForm = () => refuse('BAD_REQUEST', { unreadable: 'form' });

/** The parts that end in this chunk. What follows the last boundary belongs to nobody and is passed over. */
function* partsIn(parser: MultipartParser, chunk: Uint8Array) {
  try {
    yield* parser.write(chunk);
  } catch (error) {
    if (!isFinished(parser)) throw error;
  }
}

function isFinished(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}
