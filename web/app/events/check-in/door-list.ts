import { type DoorGuest, type DoorList, isDoorDay } from '#domain/events/door/rules.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../../api.ts';
import { type KeptList, keptList, type Marks } from './door-device.ts';

/** With the moment by this device's clock when it was asked for: what happened here later is not in it. */
export interface KnownList extends DoorList {
  askedAt: number;
}

/** Reads the guest list and keeps it on the device. A list whose signature does not fit is never used. */
export async function fetchList(): Promise<KnownList> {
  const askedAt = Date.now();
  const { list, signature } = await client.events.admin.door.guests();
  const kept = await keyOf(signature).then(
    (key) => ({ list, signature, key }),
    () => null,
  );
  if (kept && (await isGenuine(kept))) keptList.set(kept);
  return { ...(JSON.parse(list) as DoorList), askedAt };
}

/** The list as it was kept, when nobody changed it and it is of today. */
export async function readKeptList(now: Date): Promise<KnownList | null> {
  const kept = keptList.get();
  if (!kept) return null;
  if (await isGenuine(kept)) {
    const list = JSON.parse(kept.list) as DoorList;
    if (list.day === dayOf(now) && isDoorDay(list, list.day)) return { ...list, askedAt: 0 };
  }
  keptList.forget();
  return null;
}

async function keyOf(signature: string): Promise<JsonWebKey> {
  const { kid } = headerOf(signature);
  const answer = await fetch('/auth/v1/.well-known/jwks.json');
  const { keys } = (await answer.json()) as { keys: (JsonWebKey & { kid: string })[] };
  const key = keys.find((one) => one.kid === kid);
  if (!key) throw new Error('The list is signed with an unknown key');
  return key;
}

const headerOf = (signature: string) =>
  JSON.parse(new TextDecoder().decode(bytesOf(signature.split('.')[0]!))) as { kid: string; typ: string };

/** Without a secure connection browsers have no `crypto.subtle`: nothing is kept there. */
async function isGenuine({ list, signature, key }: KeptList): Promise<boolean> {
  try {
    const [header, , mac] = signature.split('.');
    if (headerOf(signature).typ !== 'door-list-2') return false;
    const text = new TextEncoder().encode(`${header}.${base64url(new TextEncoder().encode(list))}`);
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const trusted = await crypto.subtle.importKey('jwk', { ...key, key_ops: ['verify'] }, algorithm, false, ['verify']);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, trusted, bytesOf(mac!), text);
  } catch {
    return false;
  }
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** How the list names a ticket whose code was read. */
export async function digestOf(token: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The guests with what has happened since the list was made. */
export function guestsNow(list: DoorList, marks: Marks): DoorGuest[] {
  return list.guests.map((guest) => {
    const mark = marks.get(guest.code);
    return mark ? { ...guest, entry: mark.entry } : guest;
  });
}
