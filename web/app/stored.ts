/**
 * What this device keeps of forms that were not saved, what was opened from the search, tickets, and what a door has; apart, because
 * signing out and forgetting must not download more.
 */
export const TYPED_PREFIX = 'vidik.typed.';
export const TICKET_PREFIX = 'vidik.ticket.';
export const DOOR_STORAGE_KEYS = {
  device: 'vidik.door.device',
  name: 'vidik.door',
  /** Names guests. Only the check-in screen reads it, and it goes on whatever page its reader signs out. */
  list: 'vidik.door.list',
  /** What the server has not answered yet; it names nobody. */
  outbox: 'vidik.door.outbox',
} as const;

export function forgetTyped() {
  forgetDoor();
  for (const key of keysOf(TYPED_PREFIX)) window.localStorage.removeItem(key);
}

/** At the sign-out. Checks that were not sent stay until they are, with the device and the door that they are sent for. */
export function forgetDoor() {
  window.localStorage.removeItem(DOOR_STORAGE_KEYS.list);
  if (window.localStorage.getItem(DOOR_STORAGE_KEYS.outbox) !== null) return;
  window.localStorage.removeItem(DOOR_STORAGE_KEYS.name);
  window.localStorage.removeItem(DOOR_STORAGE_KEYS.device);
}

/** Called on every page: a ticket goes when its event is over, also for whoever never opens it again. */
export function forgetOldTickets() {
  try {
    for (const key of keysOf(TICKET_PREFIX))
      if (isStoredTicketPast(window.localStorage.getItem(key))) window.localStorage.removeItem(key);
  } catch (error) {
    console.warn('Tickets on this device are not looked through.', error);
  }
}

const keysOf = (prefix: string) => Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));

/** From the midnight after the second day of its event; one that says no event is none. */
export function isStoredTicketPast(stored: string | null): boolean {
  try {
    const { event } = (JSON.parse(stored ?? '') as { page: { event: { year: number; firstDay?: string } } }).page;
    const [year, month, date] = (event.firstDay ?? `${event.year}-09-20`).split('-').map(Number);
    return Date.now() >= new Date(year!, month! - 1, date! + 2).getTime();
  } catch {
    return true;
  }
}
