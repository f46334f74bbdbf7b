/** Asked before the page is left; resolves to true when it may be. */
type Ask = () => Promise<boolean>;

let asking: Ask | null = null;

/** The question of the form that holds unsaved text; `null` when there is none. Kept apart so that every page can read it. */
export const questionBeforeLeaving = (): Ask | null => asking;

/** From now on the page is left only after this question; returns a function that takes it back. */
export function askBeforeLeaving(ask: Ask): () => void {
  asking = ask;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => {
    if (asking === ask) asking = null;
    window.removeEventListener('beforeunload', warn);
  };
}
