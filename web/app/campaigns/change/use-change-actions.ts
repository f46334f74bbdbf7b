import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { editorCopy } from '#domain/campaigns/own-copy.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { recall } from '../editor/own-campaign.ts';
import type { Saving } from '../editor/use-draft.ts';
import type { Declared } from '../editor/use-draft-actions.ts';
import { campaignPath } from '../my-campaigns.tsx';
import { type ChangeProps, wordsFor } from './change.ts';

/** Sending and dropping a change, and what went wrong with that. */
export function useChangeActions({ change: { id }, running, reload }: ChangeProps, draft: Saving) {
  const words = wordsFor(running);
  const [busy, setBusy] = useState(false);
  const [dropping, setDropping] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isDropped, setDropped] = useState(false);
  const navigate = useNavigate();
  // Only once nobody asks about what was typed into it.
  useEffect(() => {
    if (isDropped) void navigate(campaignPath(running.id), { replace: true });
  }, [isDropped, navigate, running.id]);
  const send = useSingleFlight(async (declared: Declared) => {
    setBusy(true);
    setProblem(null);
    if (await draft.flush()) {
      const outcome = await write(() => client.campaigns.own.send({ id, ...declared }), {
        arrived: ({ code }) => (code === 'CAMPAIGN_CHANGED' ? { sent: true as const } : undefined),
      });
      if (outcome.outcome === 'done') {
        toast.success(words.sent, { label: editorCopy.undo, onPress: () => void recall(id, reload) });
        await reload();
      } else {
        setProblem(outcome);
        void reload();
      }
    } else toast.error(draft.whyNot());
    setBusy(false);
  });
  const drop = useSingleFlight(async () => {
    setBusy(true);
    const outcome = await write(() => client.campaigns.own.remove({ id }), {
      arrived: ({ code }) => (code === 'NOT_FOUND' ? { removed: true as const } : undefined),
    });
    setBusy(false);
    setDropping(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    draft.drop();
    toast.success(words.dropped);
    setDropped(true);
  });
  return { busy, problem, send, dropping, setDropping, drop, isDropped };
}
