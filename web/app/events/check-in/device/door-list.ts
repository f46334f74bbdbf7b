import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Day } from '#domain/day.ts';
import { eventDays } from '#domain/events/days.ts';
import { type DoorEntry, type DoorGuest, type DoorList, isAdmitted, isDoorDay } from '#domain/events/door/rules.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../../../api.ts';
import { debounceAsync } from '../../../stream.ts';
import { type KeptList, keptList, type Marks, type UnsentCheck } from './door-device.ts';

/** The whole list is read again at most so often; entries in between come with the state of the doors. Milliseconds. */
const LIST_MS = 3_000;
const LIST_KEY = ['events', 'door', 'guests'];

/** With the moment by this device's clock when it was asked for: what happened here later is not in it. */
interface KnownList extends DoorList {
  askedAt: number;
}

/** The guest list, of the server or as it was kept; `reread` reads it again, soon and never twice at once. */
export function useGuestList(now: () => Date) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: LIST_KEY,
    queryFn: async () => (await fetchList().catch(() => readKeptList(now()))) ?? Promise.reject(new Error('No list')),
    retry: false,
    staleTime: LIST_MS,
  });
  const reread = useMemo(
    () =>
      debounceAsync(LIST_MS, async () => {
        // What is on the screen stays when the list cannot be read.
        const fresh = await fetchList().catch(() => null);
        if (fresh) queries.setQueryData(LIST_KEY, fresh);
      }),
    [queries],
  );
  useEffect(() => reread.cancel, [reread]);
  return { list, reread };
}

/** Reads the guest list and keeps it on the device. A list whose signature does not fit is never used. */
async function fetchList(): Promise<KnownList> {
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
async function readKeptList(now: Date): Promise<KnownList | null> {
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

interface Since {
  marks: Marks;
  unsent: readonly UnsentCheck[];
  /** The newest entries of all doors. */
  latest: Awaited<ReturnType<typeof client.events.admin.door.state>>['latest'];
}

/** The list with what has happened since it was made, as of `day`: the page may have been open since yesterday. */
export function listWithChanges(list: KnownList, { marks, unsent, latest }: Since, day: Day): KnownList {
  const since = Date.parse(list.at);
  const waiting = new Set(unsent.map(({ key }) => key));
  const newer = new Map(
    [...marks].filter(([, { entry, at }]) => at >= list.askedAt || (entry !== null && waiting.has(entry.key))),
  );
  for (const one of latest)
    if (isAdmitted(one.verdict) && !one.undone && Date.parse(one.at) > since && !newer.has(one.code))
      newer.set(one.code, { entry: { key: one.key, at: one.at, door: one.door }, at: list.askedAt });
  const isOfDay = ({ at }: DoorEntry) => dayOf(new Date(at)) === day;
  /** An entry of another day; one of a rehearsal is told at no door. */
  const withOld = (guest: DoorGuest, entry: DoorEntry): DoorGuest =>
    eventDays(list).includes(dayOf(new Date(entry.at))) ? { ...guest, earlier: entry } : guest;
  const guests = list.guests.map((listed) => {
    const isOld = listed.entry !== null && !isOfDay(listed.entry);
    const guest = isOld ? withOld({ ...listed, entry: null }, listed.entry!) : listed;
    const mark = newer.get(guest.code);
    if (!mark) return guest;
    return mark.entry && !isOfDay(mark.entry) ? withOld(guest, mark.entry) : { ...guest, entry: mark.entry };
  });
  return { ...list, day, guests };
}
