import { bytesOfPart, PART_BYTES } from '#domain/files/rules.ts';
import { client } from '../api.ts';
import { type Outcome, write } from '../write.ts';

export interface UploadProgress {
  percent: number;
  isOffline: boolean;
}

/** Waits until the browser has a network again. */
const online = () =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise<void>((done) => window.addEventListener('online', () => done(), { once: true }));

/**
 * Sends a picture or film in parts; a part that is lost with the network is sent again when it is back, and the server says which are there.
 * Resolves to the stored file's id, or to why it was refused; `null`: the person stopped it.
 */
export async function uploadFile(
  kind: 'advert-picture' | 'advert-film',
  file: File,
  key: string,
  { signal, progress }: { signal: AbortSignal; progress: (now: UploadProgress) => void },
): Promise<Outcome<string> | null> {
  const patient = async <T>(send: () => Promise<Outcome<T>>, percent: number): Promise<Outcome<T> | null> => {
    for (;;) {
      if (signal.aborted) return null;
      const outcome = await send();
      const isLost =
        outcome.outcome === 'unknown' ? !outcome.failed : outcome.outcome !== 'done' && outcome.code === 'OFFLINE';
      if (!isLost) return outcome;
      progress({ percent, isOffline: true });
      await online();
    }
  };
  const begun = await patient(() => write(() => client.files.uploads.begin({ key, kind, bytes: file.size })), 0);
  if (begun?.outcome !== 'done') return begun;
  let missing = begun.value.missing;
  let sent = 0;
  for (const number of begun.value.missing) {
    progress({ percent: Math.floor((100 * sent) / file.size), isOffline: false });
    const from = (number - 1) * PART_BYTES;
    const bytes = bytesOfPart(file.size, number);
    const body = new File([file.slice(from, from + bytes)], '');
    const part = await patient(
      () => write(() => client.files.uploads.part({ params: { id: key, number }, body }), { patience: 60_000 }),
      Math.floor((100 * sent) / file.size),
    );
    if (part?.outcome !== 'done') return part;
    sent += bytes;
    missing = part.value.missing;
  }
  if (signal.aborted || missing.length > 0) return null;
  progress({ percent: 100, isOffline: false });
  const done = await patient(() => write(() => client.files.uploads.complete({ id: key }), { patience: 30_000 }), 100);
  return done?.outcome === 'done' ? { outcome: 'done', value: done.value.id } : (done as Outcome<string> | null);
}
