const KEY = 'vidik.tv.programme';

/** The list that the server gave last, also after a restart without a network; the same array as long as nothing changes in it. */
let known: readonly string[] | null = null;

export function readStoredProgramme(): readonly string[] | null {
  try {
    const read: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? 'null');
    known ??= Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : null;
  } catch {
    known = null;
  }
  return known;
}

export function storeProgramme(films: readonly string[]): readonly string[] {
  if (known && JSON.stringify(known) === JSON.stringify(films)) return known;
  known = films;
  try {
    window.localStorage.setItem(KEY, JSON.stringify(films));
  } catch {
    // Then it is asked for again after the next restart.
  }
  return known;
}
