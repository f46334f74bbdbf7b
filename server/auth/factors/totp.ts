import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';
import type { Tokens } from '../sessions/tokens.ts';

const PERIOD = 30;
const IV = 12;
const TAG = 16;

/** A new secret as an authenticator takes it: base32, an `otpauth:` address, and that address as a QR code. */
export function newTotp(issuer: string, label: string) {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }), digits: 6, period: PERIOD });
  const uri = totp.toString();
  // The client puts the SVG behind `data:image/svg+xml;utf-8,`, where a `#` would cut it off: named colours only.
  const code = encodeQR(uri, 'svg', { ecc: 'medium', border: 4 });
  const qr = code.replace('<path', '<rect width="100%" height="100%" fill="white"/><path');
  return { secret: totp.secret.base32, uri, qr };
}

/**
 * The 30-second step at which the code is right, one step of clock difference allowed; `null` when it is wrong. A code is
 * good once: the caller refuses a step that is not later than the last accepted one.
 */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

/** Whether this is the code of that 30-second step, whenever it is asked. */
export const isCodeOfStep = (secret: string, code: string, step: number): boolean =>
  totpStep(secret, code, new Date(step * PERIOD * 1000)) === step;

/** At rest the secret is AES-256-GCM, bound to its factor, with a key derived from the server secret. */
export function encryptSecret(tokens: Tokens, factorId: string, secret: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', tokens.deriveKey('totp-secret'), iv).setAAD(Buffer.from(factorId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function decryptSecret(tokens: Tokens, factorId: string, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', tokens.deriveKey('totp-secret'), bytes.subarray(0, IV))
    .setAAD(Buffer.from(factorId))
    .setAuthTag(bytes.subarray(IV, IV + TAG));
  return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
}
