/** The pointer of a mouse stands on a row of a list: rows must not move under it. A touch leaves no pointer behind. */
export const isPointedAt = (): boolean =>
  window.matchMedia('(hover: hover)').matches && document.querySelector('main table tbody tr:hover') !== null;
