import { useState } from 'react';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import type { Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';

const DONE = { pause: copy.paused, resume: copy.resumed, end: copy.ended } as const;

/** Pauses a campaign, takes it up again or ends it, which is asked before. */
export function useCampaignSteps(id: string, reload: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [isEndAsked, askEnd] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const step = useSingleFlight(async (to: keyof typeof DONE) => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.own.step({ id, to }));
    setBusy(false);
    askEnd(false);
    const again = to === 'pause' ? { label: copy.resumeIt, onPress: () => void step('resume') } : undefined;
    if (outcome.outcome === 'done') toast.success(DONE[to], again);
    else setProblem(outcome);
    await reload();
  });
  return { step, busy, isEndAsked, askEnd, problem };
}
