/**
 * What this device keeps of forms that were not saved, what was opened from the search, and the guest list of a door; apart, because
 * signing out must not download more.
 */
export const TYPED_PREFIX = 'vidik.typed.';
/** Names guests. Only the check-in screen reads it, and it goes on whatever page its reader signs out. */
export const DOOR_LIST = 'vidik.door.list';

export function forgetTyped() {
  window.localStorage.removeItem(DOOR_LIST);
  for (const key of Object.keys(window.localStorage))
    if (key.startsWith(TYPED_PREFIX)) window.localStorage.removeItem(key);
}
