import type { ReactNode } from 'react';
import { CheckLog, type LoggedCheck } from './check-log.tsx';
import { type Answer, labelOf } from './device/door-answer.ts';
import type { Answered } from './device/door-queue.ts';
import type { Door } from './device/use-door.ts';
import { Scan } from './scan.tsx';
import type { ShownAnswer } from './use-shown-answer.ts';

interface ScanViewProps {
  door: Door;
  answers: ShownAnswer;
  notices: ReactNode;
}

/** Where tickets are read: the camera and the number, what there is to know, and the last checks of this device. */
export function ScanView({ door, answers, notices }: ScanViewProps) {
  const { queue, checks } = door;
  const [, ...waiting] = checks.waiting;
  const log = checks.answered
    .filter(({ answer }) => answer.verdict !== 'choose')
    .slice(0, 12)
    .map((check) => logged(check, door.undone.has(check.key)));
  return (
    <>
      <Scan
        waiting={answers.isHeld ? checks.waiting : waiting}
        unsent={door.waitingToSend}
        field={answers.field}
        onCode={(code, source) => queue.add(code, source)}
      />
      {notices}
      <CheckLog checks={log} />
    </>
  );
}

const logged = ({ key, at, code, answer }: Answered<Answer>, undone: boolean): LoggedCheck => ({
  key,
  at,
  verdict: answer.verdict,
  code: answer.code ?? labelOf(code),
  name: answer.name,
  number: answer.number,
  year: answer.year,
  door: '',
  undone,
});
