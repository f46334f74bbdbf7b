import { createHash } from 'node:crypto';

/** One-way fingerprint of a random token; what the database keeps instead of the token. */
export const fingerprint = (token: string): Buffer => createHash('sha256').update(token).digest();
