import { isStoredTicketPast, TICKET_PREFIX } from '../../stored.ts';
import type { Page } from './page-shape.ts';

// A ticket that was opened once is shown without a network: its page is kept on this device until the event is over.

/** A family and the friends who passed theirs on; the oldest goes. */
const TICKETS_KEPT = 12;

interface Kept {
  at: number;
  page: Page;
}

export function keepTicket(token: string, page: Page): void {
  try {
    if (page.past || page.cancelledAt || page.lapsedAt) {
      forgetTicket(token);
      return;
    }
    localStorage.setItem(TICKET_PREFIX + token, JSON.stringify({ at: Date.now(), page } satisfies Kept));
    for (const key of keysByAge().slice(TICKETS_KEPT)) localStorage.removeItem(key);
  } catch {
    // Without storage the ticket needs a network; nothing else is lost.
  }
}

/** A code that has ended, or a reservation that is gone. */
export function forgetTicket(token: string): void {
  try {
    localStorage.removeItem(TICKET_PREFIX + token);
  } catch {
    // Nothing was kept either.
  }
}

/** Never one whose event is over. */
export function keptTicket(token: string): Page | null {
  const key = TICKET_PREFIX + token;
  return isStoredTicketPast(localStorage.getItem(key)) ? null : (read(key)?.page ?? null);
}

function read(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

const keysByAge = (): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(TICKET_PREFIX))
    .toSorted((a, b) => (read(b)?.at ?? 0) - (read(a)?.at ?? 0));
