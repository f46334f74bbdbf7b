import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Tokens } from './tokens.ts';

const PERIOD = 30;
const IV = 12;
const TAG = 16;

/** A new secret as an authenticator takes it: base32, an `otpauth:` address, and that address as a QR code. */
export function newTotp(issuer: string, label: string) {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }), digits: 6, period: PERIOD });
  const uri = totp.toString();
  // The client puts the SVG behind `data:image/svg+xml;utf-8,`, where a `#` would cut it off: named colours only.
  const qr = renderSVG(uri, { pixelSize: 4, whiteColor: 'white', blackColor: 'black' });
  return { secret: totp.secret.base32, uri, qr };
}

/**
 * The 30-second step at which the code is right, one step of clock difference allowed; `null` when it is wrong. A code is
 * good once: the caller refuses a step that is not later than the last accepted one.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

/** At rest the secret is AES-256-GCM, bound to its factor, with a key derived from the server secret. */
export function sealSecret(tokens: Tokens, factorId: string, secret: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', tokens.deriveKey('totp-secret'), iv).setAAD(Buffer.from(factorId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function openSecret(tokens: Tokens, factorId: string, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', tokens.deriveKey('totp-secret'), bytes.subarray(0, IV))
    .setAAD(Buffer.from(factorId))
    .setAuthTag(bytes.subarray(IV, IV + TAG));
  return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
}
