import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Step } from '#domain/events/steps.ts';

/** How deep in the dialog an entry of the browser's history is, and its step. */
interface Mark {
  reservation: { depth: number; step: Step };
}

/**
 * Each step forward is an entry of the browser's history, so that the phone's Back goes one step back and, from the first
 * one, out of the dialog (`onLeave`). `end` takes the entries back.
 */
export function useStepHistory({ onStep, onLeave }: { onStep: (step: Step) => void; onLeave: () => void }) {
  const location = useLocation();
  const navigate = useNavigate();
  const depth = (location.state as Mark | null)?.reservation?.depth ?? 0;
  const shown = useRef<number | null>(null);
  const ended = useRef(false);

  const push = (to: number, step: Step) => {
    shown.current = to;
    void navigate(location, { state: { reservation: { depth: to, step } } satisfies Mark, preventScrollReset: true });
  };

  // Only the entry that the browser stands at counts, not what else changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (ended.current) return;
    if (shown.current === null && depth === 0) return push(1, 'personal');
    const before = shown.current ?? depth;
    shown.current = depth;
    if (depth === before) return;
    if (depth === 0) onLeave();
    else onStep((location.state as Mark).reservation.step);
  }, [location.key]);

  return {
    forward: (step: Step) => push(depth + 1, step),
    back: () => void navigate(-1),
    /** Somebody who leaves by Back and then stays is put back where they were. */
    stay: (step: Step) => depth === 0 && push(1, step),
    end: () => {
      ended.current = true;
      if (depth > 0) void navigate(-depth);
    },
  };
}
