/** What this device keeps of forms that were not saved, and what was opened from the search; apart, because signing out must not download more. */
export const TYPED_PREFIX = 'vidik.typed.';

export function forgetTyped() {
  for (const key of Object.keys(window.localStorage))
    if (key.startsWith(TYPED_PREFIX)) window.localStorage.removeItem(key);
}
