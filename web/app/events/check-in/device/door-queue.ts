/** Where the code came from: the camera, the keyboard, or a guest of the list. */
export type Source = 'scanned' | 'typed' | 'list';

export interface DoorCheck {
  /** Of the check, the same at every attempt. */
  key: string;
  code: string;
  source: Source;
  reason?: string;
}

export interface Answered<Answer> extends DoorCheck {
  at: Date;
  answer: Answer;
}

export interface QueueState<Answer> {
  /** The first one is being checked, unless the queue is held. */
  waiting: readonly DoorCheck[];
  /** Newest first. */
  answered: readonly Answered<Answer>[];
}

const REMEMBERED = 30;

/**
 * Codes are checked one after the other, in the order in which they were read; none is thrown away. A code that waits is not
 * taken a second time, so a double press or a second reading asks nothing twice. While a question is open the queue is
 * held: it goes on collecting. An answer that is a question holds it at once, before the screen has drawn it.
 */
export function createQueue<Answer>(
  ask: (asked: DoorCheck) => Promise<Answer>,
  isQuestion: (answer: Answer) => boolean,
) {
  let state: QueueState<Answer> = { waiting: [], answered: [] };
  let isHeld = false;
  let isRunning = false;
  const listeners = new Set<() => void>();

  function publish(next: Partial<QueueState<Answer>>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function run() {
    if (isRunning) return;
    isRunning = true;
    for (let next = state.waiting[0]; next && !isHeld; next = state.waiting[0]) {
      const answer = await ask(next);
      const answered = [{ ...next, at: new Date(), answer }, ...state.answered].slice(0, REMEMBERED);
      publish({ waiting: state.waiting.slice(1), answered });
      if (isQuestion(answer)) isHeld = true;
    }
    isRunning = false;
  }

  return {
    add(code: string, source: Source, { reason, first = false }: { reason?: string; first?: boolean } = {}) {
      const text = code.trim();
      if (text === '' || (!reason && state.waiting.some((one) => one.code === text))) return;
      const asked: DoorCheck = { key: crypto.randomUUID(), code: text, source, ...(reason ? { reason } : {}) };
      const waiting = first && !isRunning ? [asked, ...state.waiting] : [...state.waiting, asked];
      publish({ waiting });
      void run();
    },
    hold(held: boolean) {
      isHeld = held;
      if (!held) void run();
    },
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
