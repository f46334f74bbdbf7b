/** A body that is larger than allowed, or whose sender hung up before its end. */
export class BodyRefused extends Error {
  readonly why: 'too large' | 'cut off';

  constructor(why: BodyRefused['why'], cause?: unknown) {
    super(`The body is ${why}.`, { cause });
    this.why = why;
  }
}

/** Bytes. What is larger is read into memory only where it has a place. */
const LARGE = 1024 * 1024;

interface Limits {
  bytes: number;
  /** Waits for a place in memory, or throws; asked once a body turns out to be large. */
  makeRoom?: () => Promise<void>;
  /** From how many bytes on it is large; a megabyte where nothing is said. */
  large?: number;
}

/** The length a request says its body has; `null` when it says none. HTTP holds a body to the length it says. */
export function declaredLength({ headers }: Request): number | null {
  const said = headers.has('transfer-encoding') ? null : headers.get('content-length');
  return said === null ? null : Number(said);
}

/** The bytes of a body as they come. Throws `BodyRefused` at the first byte too many. */
export async function* chunksOf(
  request: Request,
  { bytes: limit, makeRoom, large = LARGE }: Limits,
): AsyncGenerator<Uint8Array> {
  const said = declaredLength(request);
  let bytes = said ?? 0;
  let waits = makeRoom !== undefined;
  const check = async () => {
    if (bytes > limit) throw new BodyRefused('too large');
    if (!waits || bytes <= large) return;
    waits = false;
    await makeRoom!();
  };
  await check();
  if (!request.body) return;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error) => {
        throw new BodyRefused('cut off', error);
      });
      if (done) return;
      if (said === null) bytes += value.length;
      await check();
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export async function readText(request: Request, limits: Limits): Promise<string> {
  const said = declaredLength(request);
  // A stream costs as much as the rest of a small call.
  if (said !== null && said <= Math.min(limits.bytes, LARGE))
    return request.text().catch((error) => {
      throw new BodyRefused('cut off', error);
    });
  return new TextDecoder().decode(await readBytes(request, limits));
}

export async function readBytes(request: Request, limits: Limits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
