import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '../../dependencies.ts';
import { perInstance } from '../../platform/per-instance.ts';

/**
 * What opens a reservation's page and what a ticket's QR code carries: kind, id and a 120-bit HMAC, 43 characters. It
 * says nothing to anyone without the database and cannot be made without the server's key.
 */
export type TokenKind = 'reservation' | 'ticket';
const KINDS: readonly TokenKind[] = ['reservation', 'ticket'];
const MAC_BYTES = 15;

const keyOf = perInstance((tokens: Dependencies['tokens']) => createSecretKey(tokens.deriveKey('events.ticket')));

const mac = ({ tokens }: Pick<Dependencies, 'tokens'>, body: Buffer): Buffer =>
  createHmac('sha256', keyOf(tokens)).update(body).digest().subarray(0, MAC_BYTES);

export function signToken(deps: Pick<Dependencies, 'tokens'>, kind: TokenKind, id: string): string {
  const body = Buffer.concat([Buffer.of(KINDS.indexOf(kind)), Buffer.from(id.replaceAll('-', ''), 'hex')]);
  return Buffer.concat([body, mac(deps, body)]).toString('base64url');
}

/** `null` for anything but the exact text that was signed: the last character carries two spare bits. */
export function readToken(deps: Pick<Dependencies, 'tokens'>, token: string): { kind: TokenKind; id: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 17 + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const body = bytes.subarray(0, 17);
  const kind = KINDS[body[0]!];
  if (!kind || !timingSafeEqual(bytes.subarray(17), mac(deps, body))) return null;
  const hex = body.subarray(1).toString('hex');
  return { kind, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

export const ticketPath = (deps: Pick<Dependencies, 'tokens'>, kind: TokenKind, id: string): string =>
  `/event/karta/${signToken(deps, kind, id)}`;

export const ticketLink = (deps: Pick<Dependencies, 'tokens' | 'config'>, kind: TokenKind, id: string): string =>
  deps.config.publicUrl + ticketPath(deps, kind, id);
