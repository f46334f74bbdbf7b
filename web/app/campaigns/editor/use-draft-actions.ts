import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { useDeclaration } from '../categories/declaration.tsx';
import { recall } from './own-campaign.ts';
import type { Saving } from './use-draft.ts';

export type Declared = NonNullable<ReturnType<typeof useDeclaration>['declared']>;

/** Saving, sending and removing a draft, and what went wrong with that. */
export function useDraftActions(id: string, draft: Saving, isHeld: boolean, reload: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRemoved, setRemoved] = useState(false);
  const navigate = useNavigate();
  // Only once nobody asks about what was typed into it.
  useEffect(() => {
    if (isRemoved) void navigate('/account#reklame', { replace: true });
  }, [isRemoved, navigate]);
  const save = useSingleFlight(async () => {
    if (!(await draft.flush())) toast.error(draft.whyNot());
    else if (isHeld) toast.info(copy.savedRest);
    else toast.success(copy.savedDraft);
  });
  const send = useSingleFlight(async (declared: Declared) => {
    setBusy(true);
    setProblem(null);
    if (await draft.flush()) {
      const outcome = await write(() => client.campaigns.own.send({ id, ...declared }), {
        arrived: ({ code }) => (code === 'CAMPAIGN_CHANGED' ? { sent: true as const } : undefined),
      });
      if (outcome.outcome === 'done') {
        toast.success(copy.sent, { label: copy.undo, onPress: () => void recall(id, reload) });
        await reload();
      } else setProblem(outcome);
    } else toast.error(draft.whyNot());
    setBusy(false);
  });
  const remove = useSingleFlight(async () => {
    setBusy(true);
    const outcome = await write(() => client.campaigns.own.remove({ id }), {
      arrived: ({ code }) => (code === 'NOT_FOUND' ? { removed: true as const } : undefined),
    });
    setBusy(false);
    setRemoving(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    draft.drop();
    toast.success(copy.removed);
    setRemoved(true);
  });
  return { busy, problem, save, send, removing, setRemoving, remove, isRemoved };
}
