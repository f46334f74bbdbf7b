import { firstDayOf } from '#domain/events/days.ts';
import {
  checkByList,
  type DoorEntry,
  type DoorGuest,
  type DoorVerdict,
  readTicketNumber,
  ticketTokenIn,
} from '#domain/events/door/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { client } from '../../../api.ts';
import { digestOf } from './door-list.ts';
import type { DoorCheck } from './door-queue.ts';

export type Answered = Awaited<ReturnType<typeof client.events.admin.door.check>>;

/** What a check was answered with, by the server or by the list. */
export interface Answer
  extends Pick<
    Answered,
    'code' | 'name' | 'number' | 'packageId' | 'position' | 'count' | 'year' | 'firstDay' | 'amount'
  > {
  /** `null`: nobody could answer. */
  verdict: DoorVerdict | null;
  entry: DoorEntry | null;
  earlier: DoorEntry | null;
  choices: { code: string; name: string; entry: DoorEntry | null }[];
  /** When the list was made that answered instead of the server. */
  listAt: string | null;
  /** Why the server refused to check at all. */
  problem: string | null;
}

/** A scanned address says nothing to people. */
export const labelOf = (code: string): string =>
  code.trim().length <= 20 ? code.trim() : `…${ticketTokenIn(code).slice(-6)}`;

export const NOTHING: Answer = {
  verdict: null,
  code: null,
  name: null,
  number: null,
  packageId: null,
  position: null,
  count: null,
  year: null,
  firstDay: null,
  amount: null,
  entry: null,
  earlier: null,
  choices: [],
  listAt: null,
  problem: null,
};

export const answerFromServer = ({ admitted, issued, ...answer }: Answered): Answer => ({ ...NOTHING, ...answer });

export async function answerFromGuestList(
  { key, code, reason }: DoorCheck,
  list: { guests: DoorGuest[] } & Parameters<typeof checkByList>[0],
  now: Date,
): Promise<Answer> {
  const number = readTicketNumber(code);
  const asked = number ?? { token: await digestOf(ticketTokenIn(code)) };
  const { verdict, guests } = checkByList(list, asked, dayOf(now), reason);
  const [guest] = guests;
  if (!guest) return { ...NOTHING, verdict, listAt: list.at };
  // Let in by this very check, whose answer was lost but was heard of.
  const isOwn = guest.entry?.key === key;
  const { name, number: of, packageId, position, count, amount, entry, earlier } = guest;
  const about = { name, number: of, packageId, amount, year: list.year, firstDay: firstDayOf(list), listAt: list.at };
  if (verdict === 'choose') return { ...NOTHING, ...about, verdict, code: String(of), choices: guests };
  return {
    ...NOTHING,
    ...about,
    verdict: isOwn ? 'valid' : verdict,
    code: guest.code,
    position,
    count,
    entry,
    earlier,
  };
}
