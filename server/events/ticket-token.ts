import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Edges } from '../app.ts';
import { oneForEach } from '../platform/one-for-each.ts';

/**
 * What opens a reservation's page and what a ticket's QR code carries: kind, id and a 120-bit HMAC, 43 characters. It
 * says nothing to anyone without the database and cannot be made without the server's key.
 */
export type TokenKind = 'reservation' | 'ticket';
const KINDS: readonly TokenKind[] = ['reservation', 'ticket'];
const MAC_BYTES = 15;

const keyOf = oneForEach((tokens: Edges['tokens']) => createSecretKey(tokens.deriveKey('events.ticket')));

const mac = ({ tokens }: Pick<Edges, 'tokens'>, body: Buffer): Buffer =>
  createHmac('sha256', keyOf(tokens)).update(body).digest().subarray(0, MAC_BYTES);

export function signToken(edges: Pick<Edges, 'tokens'>, kind: TokenKind, id: string): string {
  const body = Buffer.concat([Buffer.of(KINDS.indexOf(kind)), Buffer.from(id.replaceAll('-', ''), 'hex')]);
  return Buffer.concat([body, mac(edges, body)]).toString('base64url');
}

/** `null` for anything but the exact text that was signed: the last character carries two spare bits. */
export function readToken(edges: Pick<Edges, 'tokens'>, token: string): { kind: TokenKind; id: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 17 + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const body = bytes.subarray(0, 17);
  const kind = KINDS[body[0]!];
  if (!kind || !timingSafeEqual(bytes.subarray(17), mac(edges, body))) return null;
  const hex = body.subarray(1).toString('hex');
  return { kind, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

export const ticketPath = (edges: Pick<Edges, 'tokens'>, kind: TokenKind, id: string): string =>
  `/event/karta/${signToken(edges, kind, id)}`;

export const ticketLink = (edges: Pick<Edges, 'tokens' | 'config'>, kind: TokenKind, id: string): string =>
  edges.config.publicUrl + ticketPath(edges, kind, id);
