import { TYPED_PREFIX } from '../stored.ts';

/** Goes with the sign-out, as what was typed does. */
const OPENED_KEY = `${TYPED_PREFIX}opened`;

/** So many of the last things. */
const OPENED_KEPT = 8;

/** A thing of the back office that was opened, as it stood in the search. */
export interface OpenedEntry {
  /** Of the thing, in words. */
  kind: string;
  title: string;
  text: string;
  path: string;
}

/** Of whoever is signed in; it goes with the sign-out. */
interface Stored {
  of: string;
  things: OpenedEntry[];
}

export function readOpened(personId: string): readonly OpenedEntry[] {
  try {
    const stored = JSON.parse(localStorage.getItem(OPENED_KEY) ?? 'null') as Stored | null;
    return stored?.of === personId ? stored.things : [];
  } catch {
    return [];
  }
}

/** The last ones, each once; a browser that keeps nothing forgets them. */
export function keepOpened(personId: string, thing: OpenedEntry): void {
  const others = readOpened(personId).filter(({ path }) => path !== thing.path);
  const stored: Stored = { of: personId, things: [thing, ...others].slice(0, OPENED_KEPT) };
  try {
    localStorage.setItem(OPENED_KEY, JSON.stringify(stored));
  } catch {}
}
