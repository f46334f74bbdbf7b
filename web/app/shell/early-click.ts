/**
 * A page is readable before its scripts have arrived (docs/decisions/093). A button pressed in that moment is remembered
 * by a script in the page's head and pressed again after hydration: React replays only what happens after its scripts ran.
 * Until then it looks pressed (ui/button.module.css).
 */
declare global {
  interface Window {
    early?: { button?: HTMLButtonElement; keep(event: MouseEvent): void };
  }
}

/** Stands in every page's head; a constant. */
export const earlyClickScript =
  "window.early={keep(e){let b=e.target.closest('button');if(b){e.preventDefault();let l=early.button;l&&delete l.dataset.early;b.dataset.early='';early.button=b}}};addEventListener('click',early.keep,true)";

/** Called once, when React has the page. */
export function replayClick() {
  const { early } = window;
  if (!early) return;
  window.removeEventListener('click', early.keep, true);
  delete window.early;
  if (!early.button) return;
  delete early.button.dataset.early;
  early.button.click();
}
