import { useState } from 'react';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import type { Outcome } from '../write.ts';
import { type UploadProgress, uploadFile } from './upload-file.ts';

const ONE_MB = 1024 * 1024;
export const megabytes = (bytes: number) => (bytes / ONE_MB).toFixed(1).replace('.', ',');

/** A file on its way, or one that was refused. */
export interface Sent {
  key: string;
  name: string;
  state:
    | { is: 'sending'; progress: UploadProgress; stop: () => void }
    | { is: 'checking' }
    | { is: 'refused'; why: string };
}

/** Files on their way from this page: sent, then given to `add`, which says why one is refused. */
export function useUploads({
  kind,
  tooLarge,
  wrongType,
  add,
}: {
  kind: 'advert-picture' | 'advert-film';
  tooLarge: (megabytes: string) => string;
  wrongType: string;
  add: (file: string, name: string) => Promise<Outcome<unknown>>;
}) {
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const set = (key: string, state: Sent['state']) =>
    setSent((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));
  const drop = (key: string) => setSent((all) => all.filter((one) => one.key !== key));

  const take = async (file: File) => {
    const key = crypto.randomUUID();
    const stopper = new AbortController();
    const stop = () => {
      stopper.abort();
      drop(key);
    };
    const sending = (progress: UploadProgress) => set(key, { is: 'sending', progress, stop });
    const progress = { percent: 0, isOffline: false };
    setSent((all) => [...all, { key, name: file.name, state: { is: 'sending', progress, stop } }]);
    if (file.size > FILE_KINDS[kind].most) return set(key, { is: 'refused', why: tooLarge(megabytes(file.size)) });
    const stored = await uploadFile(kind, file, key, { signal: stopper.signal, progress: sending });
    if (stored === null) return;
    if (stored.outcome !== 'done')
      return set(key, { is: 'refused', why: stored.code === 'FILE_TYPE_REFUSED' ? wrongType : stored.text });
    set(key, { is: 'checking' });
    const added = await add(stored.value, file.name);
    if (added.outcome !== 'done') return set(key, { is: 'refused', why: added.text });
    drop(key);
  };
  return { sent, take, drop };
}
