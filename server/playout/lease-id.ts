import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '#domain/day.ts';

/**
 * The id of a lease: a UUID of version 7 whose time is the hour for which it is leased, with 74 random bits behind it. From the id
 * alone the partition is known in which it lies.
 */
export function newLeaseId(hour: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(hour.getTime(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The hour that an id names; `null` for one that we never made. */
export function hourOfLease(id: string): Date | null {
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return id[14] === '7' && time % HOUR_MS === 0 ? new Date(time) : null;
}
