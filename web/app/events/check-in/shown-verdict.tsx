import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { formatTime } from '#domain/time.ts';
import type { Answer } from './device/door-answer.ts';
import type { Answered } from './device/door-queue.ts';
import type { Door } from './device/use-door.ts';
import type { View } from './header.tsx';
import type { ShownAnswer } from './use-shown-answer.ts';
import { Verdict } from './verdict.tsx';

interface ShownVerdictProps {
  door: Door;
  answers: ShownAnswer;
  view: View;
  /** Nobody is let in today. */
  closed: boolean;
  onFind: () => void;
}

/** The verdict of the answer that is shown, as large as this view has room for it. */
export function ShownVerdict({ door, answers, view, closed, onFind }: ShownVerdictProps) {
  const { checks } = door;
  const [running] = checks.waiting;
  return (
    <Verdict
      shown={answers.shown}
      small={view !== 'scan' || !door.isOnline || closed}
      checking={running && !answers.isHeld ? running.code : null}
      idle={view === 'scan' ? copy.idle : view === 'search' ? copy.searchIdle : copy.guestsIdle}
      last={lastEntry(checks.answered, door.undone)}
      onUndo={({ answer }) => answers.askUndo(answer.code, answer.name, answer.entry)}
      onAnyway={({ answer }) =>
        answer.code && answers.setAsking({ kind: 'anyway', code: answer.code, name: answer.name ?? '' })
      }
      onChoose={answers.choose}
      onFind={onFind}
      onAgain={answers.checkAgain}
    />
  );
}

function lastEntry(answered: readonly Answered<Answer>[], undone: ReadonlySet<string>): string | null {
  const last = answered.find(({ answer, key }) => answer.verdict === 'valid' && !undone.has(key));
  return last?.answer.name ? copy.last(last.answer.name, formatTime(last.at)) : null;
}
