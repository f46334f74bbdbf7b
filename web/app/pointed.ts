/** Milliseconds after which a mouse that does not move is no longer about to press. */
const RESTS_MS = 3_000;

let movedAt = Number.NEGATIVE_INFINITY;
if (typeof window !== 'undefined')
  window.addEventListener('mousemove', () => (movedAt = performance.now()), { passive: true });

/**
 * The mouse was just moved and is on a row of a list, of a table or of what says `data-rows`: rows must not move under it. A touch leaves
 * no pointer behind.
 */
export const isPointerOnRow = (): boolean =>
  performance.now() - movedAt < RESTS_MS &&
  window.matchMedia('(hover: hover)').matches &&
  document.querySelector(':is(main, [role=dialog]) :is(table tbody tr, [data-rows] > *):hover') !== null;

/** Pointed at, one of its fields has the focus, or its text is selected. */
export function isListInUse(): boolean {
  if (isPointerOnRow() || document.activeElement?.closest('table :is(input, textarea, select)')) return true;
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && !!selection.anchorNode?.parentElement?.closest('table');
}

/** Calls every second in which the list is free, until it is stopped by what this answers with. */
export function repeatWhileListFree(isInUse: () => boolean, call: () => void): () => void {
  const timer = setInterval(() => !isInUse() && call(), 1_000);
  return () => clearInterval(timer);
}
