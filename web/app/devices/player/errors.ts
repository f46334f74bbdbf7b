const KEY = 'vidik.tv.error';
const LONGEST = 300;

/** What went wrong last on this TV, for staff; it outlives a restart. */
export const lastError = (): string | undefined => stored() ?? undefined;

export function storeLastError(error: unknown): void {
  const text = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, LONGEST);
  try {
    window.localStorage.setItem(KEY, text);
  } catch {
    // A full disk must not stop the programme.
  }
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Notes what nobody caught. */
export function storeUncaughtErrors(signal: AbortSignal): void {
  window.addEventListener('error', ({ error, message }) => storeLastError(error ?? message), { signal });
  window.addEventListener('unhandledrejection', ({ reason }) => storeLastError(reason), { signal });
}
