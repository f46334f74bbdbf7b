import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A refresh token names its session and a counter, and is signed: `0x00 | session uuid | varint counter | 16 bytes of
 * HMAC-SHA256 | 4 bytes of checksum`, base64url. Nothing of it is stored; the session row only knows the counter.
 */
export interface RefreshToken {
  sessionId: string;
  counter: number;
}

const VERSION = 0x00;
const SIGNATURE = 16;
const CHECKSUM = 4;

export function writeRefreshToken({ sessionId, counter }: RefreshToken, key: Buffer): string {
  const body = Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    writeVarint(counter),
  ]);
  const signed = Buffer.concat([body, sign(body, key)]);
  return Buffer.concat([signed, checksum(signed)]).toString('base64url');
}

/** `malformed` for what was never a token of ours (a cut or mistyped one), `forged` for a wrong signature. */
export function readRefreshToken(text: string, key: Buffer): RefreshToken | 'malformed' | 'forged' {
  if (text.length > 100 || !/^[A-Za-z0-9_-]+$/.test(text)) return 'malformed';
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < 1 + 16 + 1 + SIGNATURE + CHECKSUM || bytes[0] !== VERSION) return 'malformed';
  const signed = bytes.subarray(0, -CHECKSUM);
  if (!checksum(signed).equals(bytes.subarray(-CHECKSUM))) return 'malformed';
  const body = signed.subarray(0, -SIGNATURE);
  const counter = readVarint(body.subarray(17));
  if (counter === null) return 'malformed';
  if (!timingSafeEqual(sign(body, key), signed.subarray(-SIGNATURE))) return 'forged';
  const hex = body.subarray(1, 17).toString('hex');
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { sessionId, counter };
}

const sign = (body: Buffer, key: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, SIGNATURE);
const checksum = (signed: Buffer) => createHash('sha256').update(signed).digest().subarray(0, CHECKSUM);

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

function readVarint(bytes: Buffer): number | null {
  let value = 0;
  for (const [place, byte] of bytes.entries()) {
    value += (byte & 0x7f) * 0x80 ** place;
    if (!Number.isSafeInteger(value)) return null;
    const last = (byte & 0x80) === 0;
    if (last) return place === bytes.length - 1 ? value : null;
  }
  return null;
}
