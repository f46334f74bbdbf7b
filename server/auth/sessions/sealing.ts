import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { startupError } from '../../platform/process/startup-error.ts';

/** `SEALING_KEY`: the first one seals, the others still open what was sealed before. None: keys lie in the clear. */
export type SealingKeys = readonly string[];

type Material = Record<string, unknown>;
interface Sealed {
  /** AES-256-GCM as base64url: nonce, tag, text. Bound to the row. */
  sealed: string;
  /** Which key sealed it (`sealingKeyId`). */
  by: string;
}

const NONCE = 12;
const TAG = 16;

const derive = (key: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `vidik sealing ${purpose}`, bytes));

/** Names a sealing key without telling anything of it. */
export const sealingKeyId = (key: string): string => derive(key, 'id', 6).toString('hex');

/** The key's private part as the database keeps it. */
export function seal(kid: string, material: Material, [key]: SealingKeys): Material {
  if (key === undefined) return material;
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', derive(key, 'key', 32), nonce).setAAD(Buffer.from(kid));
  const text = Buffer.concat([cipher.update(JSON.stringify(material), 'utf8'), cipher.final()]);
  const sealed: Sealed = {
    sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url'),
    by: sealingKeyId(key),
  };
  return { ...sealed };
}

/** What `seal` was given. Throws `startupError` when it was sealed with a key that is not among these. */
export function unseal(kid: string, kept: Material, keys: SealingKeys): Material {
  if (!isSealed(kept)) return kept;
  const key = keys.find((one) => sealingKeyId(one) === kept.by);
  if (key === undefined) throw startupError(keyMissing(keys));
  const bytes = Buffer.from(kept.sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', derive(key, 'key', 32), bytes.subarray(0, NONCE))
    .setAAD(Buffer.from(kid))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return JSON.parse(decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8'));
}

/** Whether the key that seals today sealed it; without such a key, whether it lies in the clear. */
export const isSealedWithNewestKey = (kept: Material, [key]: SealingKeys): boolean =>
  isSealed(kept) ? key !== undefined && kept.by === sealingKeyId(key) : key === undefined;

const isSealed = (kept: Material): kept is Material & Sealed => typeof kept.sealed === 'string';

const keyMissing = (keys: SealingKeys): string =>
  keys.length === 0
    ? 'The keys in the database are sealed. Set the SEALING_KEY that they were sealed with.'
    : 'The keys in the database are sealed with another SEALING_KEY. Set that one, or put it behind the new one: new,old.';
