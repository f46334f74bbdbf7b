/** Asked before the page is left; resolves to true when it may be. */
type Ask = () => Promise<boolean>;

/** The forms and dialogs of the page, the last opened last. */
const guards: { ask: Ask; needed: () => boolean }[] = [];

/** The question of whatever holds unsaved text; `null` when nothing does. Kept apart so that every page can read it. */
export const questionBeforeLeaving = (): Ask | null => guards.findLast(({ needed }) => needed())?.ask ?? null;

const warn = (event: BeforeUnloadEvent) => {
  if (questionBeforeLeaving()) event.preventDefault();
};

/** What was asked about was thrown away: the page is left without another question. */
export function clearLeaveQuestions(): void {
  guards.length = 0;
}

/** From now on the page is left only after this question, when it is needed; returns a function that takes it back. */
export function askBeforeLeaving(ask: Ask, needed: () => boolean = () => true): () => void {
  const guard = { ask, needed };
  guards.push(guard);
  window.addEventListener('beforeunload', warn);
  return () => {
    const at = guards.indexOf(guard);
    if (at >= 0) guards.splice(at, 1);
    if (guards.length === 0) window.removeEventListener('beforeunload', warn);
  };
}
