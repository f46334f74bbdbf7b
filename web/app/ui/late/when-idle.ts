/** Does something when the browser has nothing else to do, after two seconds at the latest. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 200);
}
