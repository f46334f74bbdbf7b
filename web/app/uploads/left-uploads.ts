import { currentSession } from '../session.ts';
import { TYPED_PREFIX } from '../stored.ts';

/**
 * A file that was begun to be sent from this browser. Browsers keep nothing of the file itself: whoever chooses it again goes on where it
 * stopped. Kept for a day after its last part, as at the server, and forgotten with the sign-out like what is typed (`kept-text.ts`).
 */
export interface LeftUpload {
  /** The upload's at the server. */
  key: string;
  /** What it is sent for, an id or another key. */
  belongsTo: string;
  kind: 'advert-picture' | 'advert-film' | 'return-upload';
  name: string;
  size: number;
  lastModified: number;
  /** An id, of what it takes the place of. */
  replaces?: string | undefined;
}

const prefix = (): string | null => {
  const session = currentSession();
  return session.status === 'signedIn' ? `${TYPED_PREFIX}upload.${session.userId}.` : null;
};

/** To be called again with each part that arrives. */
export function rememberUpload(upload: LeftUpload): void {
  const start = prefix();
  if (!start) return;
  try {
    window.localStorage.setItem(start + upload.key, JSON.stringify({ at: Date.now(), typed: upload }));
  } catch (error) {
    console.warn('An upload is not remembered on this device.', error);
  }
}

export function forgetUpload(key: string): void {
  const start = prefix();
  if (start) window.localStorage.removeItem(start + key);
}

export function leftUploads(belongsTo: string, kind: LeftUpload['kind']): LeftUpload[] {
  const start = prefix();
  if (!start) return [];
  return Object.keys(window.localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => (JSON.parse(window.localStorage.getItem(key)!) as { typed: LeftUpload }).typed)
    .filter((one) => one.belongsTo === belongsTo && one.kind === kind);
}

export const isSameFile = (one: Pick<LeftUpload, 'name' | 'size' | 'lastModified'>, file: File): boolean =>
  one.name === file.name && one.size === file.size && one.lastModified === file.lastModified;
