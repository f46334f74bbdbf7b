const PARAM = 'rests';
const TV = '/tv';

/**
 * That nobody answered whether somebody watches, in the address of the page: so it outlives a page that is loaded anew, as at night for a
 * newer version. Milliseconds after which it was asked; `null`: the TV does not rest.
 */
export function restInAddress(): number | null {
  const asksAfter = Number(new URLSearchParams(window.location.search).get(PARAM));
  return asksAfter > 0 ? asksAfter : null;
}

export const noteRest = (asksAfter: number): void => show(`${TV}?${PARAM}=${asksAfter}`);

/** Somebody is there: a key was pressed, or the TV is linked. */
export function forgetRest(): void {
  if (restInAddress() !== null) show(TV);
}

const show = (address: string): void => window.history.replaceState(window.history.state, '', address);

/** Where the page is loaded anew; `isKept`: the version that worked before. */
export function tvAddress(isKept = false): string {
  const rest = restInAddress();
  const query = [isKept && 'kept', rest !== null && `${PARAM}=${rest}`].filter(Boolean).join('&');
  return query ? `${TV}?${query}` : TV;
}
