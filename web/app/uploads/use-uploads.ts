import { useEffect, useRef, useSyncExternalStore } from 'react';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import { bytesOfPart } from '#domain/files/rules.ts';
import { client, errorCode } from '../api.ts';
import { type Outcome, write } from '../write.ts';
import { forgetUpload, isSameFile, type LeftUpload, leftUploads, rememberUpload } from './left-uploads.ts';
import { ONCE, retryUntilAnswered, type UploadProgress, uploadFile } from './upload-file.ts';

const ONE_MB = 1024 * 1024;
export const megabytes = (bytes: number) => (bytes / ONE_MB).toFixed(1).replace('.', ',');

/** A file on its way, one of before whose rest is missing, or one that was refused. */
export interface UploadEntry extends LeftUpload {
  /** Address of the picture itself, while this page has it. */
  preview: string | null;
  state:
    | { is: 'sending'; progress: UploadProgress; stop: () => void }
    | { is: 'left'; sent: number; isOther: boolean; stop: () => void }
    | { is: 'checking' }
    | { is: 'refused'; why: string };
}

/** Apart from the screens: what is being sent goes on while the person looks at another page. */
let all: readonly UploadEntry[] = [];
const listeners = new Set<() => void>();
function become(next: readonly UploadEntry[]) {
  all = next;
  for (const listener of [...listeners]) listener();
}
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const put = (upload: LeftUpload, state: UploadEntry['state'], file?: File) => {
  const known = all.find(({ key }) => key === upload.key);
  const preview =
    known?.preview ?? (file && /^image\/(jpeg|png|webp)$/.test(file.type) ? URL.createObjectURL(file) : null);
  const next = { ...upload, preview, state };
  become(known ? all.map((one) => (one === known ? next : one)) : [...all, next]);
};
const drop = (key: string) => {
  const preview = all.find((one) => one.key === key)?.preview;
  become(all.filter((one) => one.key !== key));
  if (preview) URL.revokeObjectURL(preview);
};

/** Takes a row away, with what this browser remembers of it. */
const dismiss = (key: string) => {
  forgetUpload(key);
  drop(key);
};

/** Takes what came so far away from the server, as soon as there is a network. */
async function giveUp(key: string, file: string | null = null): Promise<void> {
  forgetUpload(key);
  await retryUntilAnswered<unknown>(() =>
    file === null
      ? write(() => client.files.uploads.abort({ id: key }), ONCE)
      : write(() => client.files.remove({ id: file }), ONCE),
  );
}

/** Whether a file for this draft is on its way, or the rest of one is missing; `stop` ends all of them. */
export function useFilesOnTheirWay(belongsTo: string) {
  const rows = useSyncExternalStore(listen, () => all);
  return {
    areAny: rows.some((one) => one.belongsTo === belongsTo && one.state.is !== 'refused'),
    stop: () => {
      for (const { key, state } of all.filter((one) => one.belongsTo === belongsTo)) {
        if ('stop' in state) state.stop();
        dismiss(key);
      }
    },
  };
}

/** Files on their way for a draft or a return: sent, then given to `add`, which says why one is refused. */
export function useUploads({
  belongsTo,
  kind,
  tooLarge,
  wrongType,
  add,
}: {
  belongsTo: string;
  kind: LeftUpload['kind'];
  tooLarge: (megabytes: string, name: string) => string;
  wrongType: (name: string) => string;
  add: (file: string, name: string, replaces: string | undefined) => Promise<Outcome<unknown>>;
}) {
  const sent = useSyncExternalStore(listen, () => all).filter(
    (one) => one.belongsTo === belongsTo && one.kind === kind,
  );

  const finish = async (upload: LeftUpload, file: string) => {
    put(upload, { is: 'checking' });
    const added = await add(file, upload.name, upload.replaces);
    if (added.outcome === 'done') return dismiss(upload.key);
    if (added.outcome === 'refused') void giveUp(upload.key, file);
    // What was stopped meanwhile says nothing more.
    if (!all.some(({ key }) => key === upload.key)) return;
    put(upload, { is: 'refused', why: added.text });
  };

  const take = async (file: File, replaces?: string) => {
    const { name, size, lastModified } = file;
    const left = leftUploads(belongsTo, kind).find((one) => isSameFile(one, file));
    const known = left && all.find(({ key }) => key === left.key);
    if (known?.state.is === 'sending' || known?.state.is === 'checking') return;
    const upload = left
      ? { ...left, replaces: replaces ?? left.replaces }
      : { key: crypto.randomUUID(), belongsTo, kind, name, size, lastModified, replaces };
    if (size > FILE_KINDS[kind].most) return put(upload, { is: 'refused', why: tooLarge(megabytes(size), name) });
    const stopper = new AbortController();
    const stop = () => {
      stopper.abort();
      drop(upload.key);
    };
    const sending = (progress: UploadProgress) => {
      if (stopper.signal.aborted) return;
      put(upload, { is: 'sending', progress, stop }, file);
    };
    const arrived = () => {
      if (!stopper.signal.aborted) rememberUpload(upload);
    };
    sending({ sent: 0, total: size, from: null, isOffline: false });
    arrived();
    const stored = await uploadFile(kind, file, upload.key, {
      signal: stopper.signal,
      progress: sending,
      arrived,
    });
    if (stopper.signal.aborted) return giveUp(upload.key, stored?.outcome === 'done' ? stored.value : null);
    if (stored === null) return;
    if (stored.outcome === 'done') return finish(upload, stored.value);
    if (stored.outcome === 'refused') void giveUp(upload.key);
    put(upload, { is: 'refused', why: stored.code === 'FILE_TYPE_REFUSED' ? wrongType(name) : stored.text });
  };

  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    const restore = async (upload: LeftUpload) => {
      if (all.some(({ key }) => key === upload.key)) return;
      try {
        const { present, bytes, file } = await client.files.uploads.state({ id: upload.key });
        if (all.some(({ key }) => key === upload.key)) return;
        if (file) return latest.current(upload, file.id);
        const there = present.reduce((sum, number) => sum + bytesOfPart(bytes, number), 0);
        const stop = () => {
          drop(upload.key);
          void giveUp(upload.key);
        };
        put(upload, { is: 'left', sent: there, isOther: false, stop });
      } catch (error) {
        // Nothing arrived, or more than a day ago; without a network the file itself finds its upload again.
        if (errorCode(error) === 'UPLOAD_GONE') forgetUpload(upload.key);
      }
    };
    for (const upload of leftUploads(belongsTo, kind)) void restore(upload);
  }, [belongsTo, kind]);

  /** The file that the person chose for this upload of before; another one is not sent. */
  const resumeUpload = (key: string, files: readonly File[]) => {
    const one = all.find((upload) => upload.key === key);
    if (one?.state.is !== 'left') return;
    const same = files.find((file) => isSameFile(one, file));
    if (same) void take(same);
    else put(one, { ...one.state, isOther: true });
  };
  return { sent, take, drop, dismiss, resumeUpload };
}
