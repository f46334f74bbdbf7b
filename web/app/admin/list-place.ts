/** Where the list stands in the history of this tab, for a page that is opened from it. React Router counts the entries. */
export interface ListPlace {
  list: number;
}

const placeNow = (): number | null => {
  if (typeof window === 'undefined') return null;
  const { idx } = (window.history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : null;
};

/** Given to what is opened from a list, as the state of its address. */
export function backToListState(): ListPlace | null {
  const list = placeNow();
  return list === null ? null : { list };
}

/** How many entries back the list is that an address was opened from, at its same place; `null`: it was opened from none in this tab. */
export function stepsToList(state: unknown): number | null {
  const { list } = (state ?? {}) as Partial<ListPlace>;
  const now = placeNow();
  return typeof list === 'number' && now !== null && now > list ? now - list : null;
}
