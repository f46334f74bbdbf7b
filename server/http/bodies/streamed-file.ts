import { refuse } from '#domain/refuse.ts';
import { BodyRefused, chunksOf, declaredLength } from './read-body.ts';

/**
 * The body of a request as a file that is not in memory: `stream()` reads it from the connection, once, and fails with the refusal of a
 * body that is too large (413) or cut off (400).
 */
export function streamedFile(request: Request, bytes: number): File {
  return new StreamedFile(request, bytes);
}

class StreamedFile extends File {
  readonly #request: Request;
  readonly #most: number;

  constructor(request: Request, most: number) {
    super([], '');
    this.#request = request;
    this.#most = most;
  }

  /** What the request says; 0 when it says nothing. */
  override get size(): number {
    return declaredLength(this.#request) ?? 0;
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const chunks = refusing(chunksOf(this.#request, { bytes: this.#most }));
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value as Uint8Array<ArrayBuffer>);
        },
        async cancel() {
          await chunks.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
  }
}

async function* refusing(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof BodyRefused)) throw error;
    throw refuse(error.why === 'too large' ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST');
  }
}
