import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { type DoorVerdict, isAdmitted } from '#domain/events/door/rules.ts';
import { client } from '../../api.ts';
import { labelOf } from './door-answer.ts';
import type { UnsentCheck } from './door-device.ts';

type Sent = DoorVerdict | null;

/** Sends one, with the key it was made with: what arrived before is not done twice. */
export async function sendOne(unsent: UnsentCheck, device: string): Promise<Sent> {
  const { door } = client.events.admin;
  if (unsent.kind === 'undo') {
    await door.undo(unsent);
    return null;
  }
  if (unsent.kind === 'question') return (await door.outcome({ key: unsent.key }))?.verdict ?? null;
  const { key, code, at, reason } = unsent;
  const offline = { at };
  return (await door.check({ key, code, door: unsent.door, device, offline, ...(reason ? { reason } : {}) })).verdict;
}

/** What the person at the door was not shown; two doors with the same ticket are told of by the state of the doors. */
export function noticeOf(unsent: UnsentCheck, verdict: Sent): string | null {
  if (unsent.kind === 'undo' || verdict === null) return null;
  const wasLetIn = unsent.kind === 'entry';
  return wasLetIn === isAdmitted(verdict) ? null : copy.late(labelOf(unsent.code), verdict);
}
