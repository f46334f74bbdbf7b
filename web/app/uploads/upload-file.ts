import { bytesOfPart, missingParts, PART_BYTES, PART_MS } from '#domain/files/rules.ts';
import { client } from '../api.ts';
import { type Outcome, write } from '../write.ts';
import { fetchWithUploadProgress } from './fetch-with-upload-progress.ts';
import type { LeftUpload } from './left-uploads.ts';

export interface UploadProgress {
  /** Bytes at the server, of so many. */
  sent: number;
  total: number;
  /** Bytes that were there when this page began, or went on after a lost connection, and when that was; `null` before it did. */
  from: { bytes: number; at: number } | null;
  isOffline: boolean;
}

const JOIN_MS = 60_000;
/** Milliseconds until a lost attempt is made again, while the browser believes that there is a network. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];

interface Telling {
  signal: AbortSignal;
  progress: (now: UploadProgress) => void;
  /** Something of it is at the server. */
  arrived: () => void;
}

/**
 * Sends a picture or film in parts; a part that is lost with the network is sent again when it is back, and the server says which are there.
 * Resolves to the stored file's id, or to why it was refused; `null`: the person stopped it.
 */
export async function uploadFile(
  kind: LeftUpload['kind'],
  file: File,
  key: string,
  { signal, progress, arrived }: Telling,
): Promise<Outcome<string> | null> {
  let missing: readonly number[] = missingParts(file.size, []);
  const sentOf = (numbers: readonly number[]) =>
    file.size - numbers.reduce((sum, number) => sum + bytesOfPart(file.size, number), 0);
  const now: UploadProgress = { sent: 0, total: file.size, from: null, isOffline: false };
  const say = (change: Partial<UploadProgress>) => progress({ ...Object.assign(now, change) });
  const lost = () => say({ sent: sentOf(missing), isOffline: true });
  const back = () => say({ isOffline: false, from: { bytes: now.sent, at: Date.now() } });
  const watch = { signal, lost, back };

  const begun = await retryUntilAnswered(
    () => write(() => client.files.uploads.begin({ key, kind, bytes: file.size }), ONCE),
    watch,
  );
  if (begun?.outcome !== 'done') return begun;
  missing = begun.value.missing;
  arrived();
  say({ sent: sentOf(missing), from: { bytes: sentOf(missing), at: Date.now() } });
  for (const number of begun.value.missing) {
    const start = (number - 1) * PART_BYTES;
    const length = bytesOfPart(file.size, number);
    const body = new File([file.slice(start, start + length)], '');
    const params = { id: key, number };
    const before = now.sent;
    // A film moves with its parts; a picture has one or two.
    const context =
      kind === 'return-upload'
        ? {
            ask: (request: Request) =>
              fetchWithUploadProgress(request, (part) => say({ sent: before + Math.min(part, length) })),
          }
        : {};
    const part = await retryUntilAnswered(
      (given) =>
        write(() => client.files.uploads.part({ params, body }, { signal: given, context }), {
          ...ONCE,
          patience: PART_MS,
        }),
      watch,
    );
    if (part?.outcome !== 'done') return part;
    missing = part.value.missing;
    arrived();
    say({ sent: sentOf(missing) });
  }
  if (signal.aborted || missing.length > 0) return null;
  const done = await retryUntilAnswered(
    () => write(() => client.files.uploads.complete({ id: key }), { ...ONCE, patience: JOIN_MS }),
    watch,
  );
  return done?.outcome === 'done' ? { outcome: 'done', value: done.value.id } : done;
}

interface Watch {
  signal?: AbortSignal;
  lost?: () => void;
  back?: () => void;
}

/** How a write is sent that is asked `retryUntilAnswered`. */
export const ONCE = { repeats: false } as const;

/** Asks until there is an answer, however long the network is away; `null`: stopped. */
export async function retryUntilAnswered<T>(
  send: (signal: AbortSignal) => Promise<Outcome<T>>,
  { signal = new AbortController().signal, lost, back }: Watch = {},
): Promise<Outcome<T> | null> {
  for (let tries = 0; ; tries += 1) {
    if (signal.aborted) return null;
    const attempt = new AbortController();
    const cut = () => attempt.abort();
    window.addEventListener('offline', cut);
    const outcome = await send(AbortSignal.any([signal, attempt.signal]));
    window.removeEventListener('offline', cut);
    cut();
    if (outcome.outcome === 'done') {
      if (tries > 0) back?.();
      return outcome;
    }
    const pause = pauseAfter(outcome, tries);
    if (pause === null) return outcome;
    lost?.();
    await untilBack(pause, signal);
  }
}

/** Milliseconds until it is asked again; `null`: the answer is final. */
function pauseAfter(outcome: Exclude<Outcome<unknown>, { outcome: 'done' }>, tries: number): number | null {
  const pause = PAUSES[Math.min(tries, PAUSES.length - 1)]!;
  if (outcome.outcome === 'unknown') return outcome.failed ? null : pause;
  if (outcome.code === 'TOO_MANY_REQUESTS') return 1000 * (outcome.data as { seconds: number }).seconds;
  return outcome.code === 'OFFLINE' ? pause : null;
}

/** Until the browser has a network again, or so many milliseconds when it never noticed that there was none. */
function untilBack(pause: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = navigator.onLine ? setTimeout(done, pause) : undefined;
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
