/** Of a query, as TanStack Query gives it. */
export interface Loaded {
  data: unknown;
  error: unknown;
  /** Since it stands on the screen it was read, or could not be. */
  isFetchedAfterMount?: boolean;
  /** Milliseconds; 0 before anything came. */
  dataUpdatedAt: number;
  isFetching: boolean;
  /** `paused` while the browser says that it is offline. */
  fetchStatus: 'fetching' | 'paused' | 'idle';
  isPlaceholderData?: boolean;
  refetch: () => Promise<unknown>;
}

/**
 * What a part of a screen can say of its data. `stale`: what is shown is from `at`, and it could not be read again since.
 * Nothing that was not loaded is ever ready.
 */
export interface PartState {
  state: 'loading' | 'ready' | 'stale' | 'failed';
  at: number;
  busy: boolean;
  retry: () => void;
}

/** Of a part that needs all of these; the worst of them decides, the oldest dates it. */
export function partStateOf(...queries: readonly Loaded[]): PartState {
  const states = queries.map(stateOf);
  const worst = (['failed', 'loading', 'stale'] as const).find((state) => states.includes(state)) ?? 'ready';
  return {
    state: worst,
    at: Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    busy: queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const [index, query] of queries.entries()) if (states[index] !== 'ready') void query.refetch();
    },
  };
}

/** What failed and is read again stays failed until it is there, so that its button does not go from under somebody's hand. */
function stateOf({ data, error, isFetchedAfterMount = false, fetchStatus }: Loaded): PartState['state'] {
  const stuck = error !== null || fetchStatus === 'paused' || (data === undefined && isFetchedAfterMount);
  if (data === undefined) return stuck ? 'failed' : 'loading';
  return stuck ? 'stale' : 'ready';
}
