import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Step, stepBefore } from '#domain/events/steps.ts';

/** How deep in the dialog an entry of the browser's history is, and its step. */
interface Mark {
  reservation: { depth: number; step: Step };
}

interface StepHistory {
  step: Step;
  onStep: (step: Step) => void;
  onLeave: () => void;
}

/**
 * Each step forward is an entry of the browser's history, so that the phone's Back goes one step back and, from the first
 * one, out of the dialog (`onLeave`). `end` takes the entries back.
 */
export function useStepHistory({ step, onStep, onLeave }: StepHistory) {
  const location = useLocation();
  const navigate = useNavigate();
  const depth = (location.state as Mark | null)?.reservation?.depth ?? 0;
  const shown = useRef<number | null>(null);
  const seen = useRef<string | null>(null);
  const ended = useRef(false);

  const enter = (to: number, entered: Step) => {
    const state: Mark = { reservation: { depth: to, step: entered } };
    const replace = shown.current === to;
    shown.current = to;
    void navigate(location, { state, replace, preventScrollReset: true });
  };

  // Only the entry that the browser stands at counts, not what else changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (ended.current || seen.current === location.key) return;
    seen.current = location.key;
    if (shown.current === null && depth === 0) return enter(1, step);
    const before = shown.current ?? depth;
    shown.current = depth;
    if (depth === before) return;
    if (depth === 0) onLeave();
    else onStep((location.state as Mark).reservation.step);
  }, [location.key]);

  return {
    forward: (to: Step) => enter(depth + 1, to),
    /** A dialog that was opened at a later step has no entry to go back to. */
    back: () => {
      if (depth > 1) return void navigate(-1);
      enter(1, stepBefore(step));
      onStep(stepBefore(step));
    },
    /** Somebody who left by Back and then stays is put back where they were. */
    stay: () => {
      if (depth === 0) enter(1, step);
    },
    end: () => {
      ended.current = true;
      if (depth > 0) void navigate(-depth);
    },
  };
}
