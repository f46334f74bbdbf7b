import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import type { Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const copy = tvsCopy.blockDialog;

/** Asks before a TV is blocked, with what it takes back from the owner and gives to the companies. */
export function BlockDialog({
  id,
  number,
  close,
  reload,
}: {
  id: string;
  number: string;
  close: () => void;
  reload: () => Promise<unknown>;
}) {
  const tv = useQuery(api.tvs.admin.read.queryOptions({ input: { id } }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const block = useSingleFlight(async (reason: string) => {
    setBusy(true);
    setProblem(null);
    const outcome = await write<TakenBack>(() => client.tvs.admin.block({ id, reason }), {
      arrived: ({ code }) => (code === 'TV_BLOCKED' ? readBlock(id, reason) : undefined),
    });
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.done(tvsCopy.units(outcome.value)));
    close();
    await reload();
  });
  return (
    <ReasonDialog
      title={copy.title(number)}
      yes={copy.yes}
      busy={busy}
      problem={problem}
      close={close}
      onConfirm={(reason) => void block(reason)}
    >
      <DataPart name={copy.title(number)} part={partStateOf(tv)} lines={2}>
        {() => <p>{copy.text(tvsCopy.units(tv.data!.open), tv.data!.open.companies, tv.data!.openReward)}</p>}
      </DataPart>
    </ReasonDialog>
  );
}

type TakenBack = Parameters<typeof tvsCopy.units>[0];

/** The block in force, when it was made with these words: then it is this one, and its answer was lost. */
async function readBlock(id: string, reason: string): Promise<TakenBack | undefined> {
  const { blocks } = await client.tvs.admin.read({ id });
  return blocks.find((block) => block.liftedAt === null && block.reason === reason.trim());
}
