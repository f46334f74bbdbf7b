import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { formatTime } from '#domain/time.ts';
import type { Saving } from './use-draft.ts';

/** Whether what is typed is saved, and since when. */
export function DraftStatus({ draft }: { draft: Saving }) {
  return (
    <p className="muted" role="status">
      {draft.state === 'unsaved'
        ? draft.whyNot()
        : draft.state === 'saving'
          ? copy.saving
          : copy.draft(formatTime(draft.savedAt))}
    </p>
  );
}
