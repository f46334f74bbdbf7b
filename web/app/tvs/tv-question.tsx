import { useState } from 'react';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { regionNames } from '#domain/places/copy.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { type Outcome, write } from '../write.ts';
import { MoveTvDialog } from './move-tv-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const copy = tvsCopy.one;

export type Tv = Awaited<ReturnType<typeof client.tvs.admin.read>>;
export interface AskedTv {
  what: 'move' | 'relink' | 'unblock' | 'refuse';
  /** As it was when the question was asked: the owner may say another kind of place meanwhile. */
  tv: Tv;
}

interface TvQuestionProps {
  asked: AskedTv;
  close: () => void;
  reload: () => Promise<unknown>;
}

/** What is asked before it is done to a TV. It stands beside the list, whose row may leave it meanwhile. */
export function TvQuestion({ asked: { what, tv }, close, reload }: TvQuestionProps) {
  const { id, number, region, venue } = tv;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = useSingleFlight(async (work: () => Promise<Outcome<unknown>>, said: string) => {
    setBusy(true);
    setProblem(null);
    const outcome = await work();
    setBusy(false);
    if (outcome.outcome === 'done') {
      toast.success(said);
      close();
    } else setProblem(outcome);
    await reload();
  });
  const { admin } = client.tvs;
  if (what === 'move')
    return (
      <MoveTvDialog
        region={region}
        busy={busy}
        problem={problem}
        close={close}
        onConfirm={(to) => void run(() => write(() => admin.move({ id, region: to })), copy.moved(regionNames[to]))}
      />
    );
  if (what === 'refuse')
    return (
      <ReasonDialog
        title={copy.refuseTitle}
        yes={copy.refuse}
        busy={busy}
        problem={problem}
        close={close}
        onConfirm={(reason) =>
          void run(
            () =>
              write<unknown>(() => admin.refuse({ id, venue, reason }), {
                arrived: async ({ code }) =>
                  code === 'VENUE_CHANGED' && (await admin.read({ id })).venue === null ? true : undefined,
              }),
            copy.refused,
          )
        }
      >
        <p>{copy.refuseText}</p>
      </ReasonDialog>
    );
  const isUnblocking = what === 'unblock';
  const { unblockDialog } = tvsCopy;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={isUnblocking ? unblockDialog.title(formatPairingNumber(number)) : copy.relinkTitle}
      text={isUnblocking ? unblockDialog.text : copy.relinkText}
      yes={isUnblocking ? tvsCopy.unblock : copy.relink}
      busy={busy}
      problem={problem}
      onConfirm={() =>
        void (isUnblocking
          ? run(
              () =>
                write<unknown>(() => admin.unblock({ id }), {
                  arrived: ({ code }) => (code === 'TV_NOT_BLOCKED' ? true : undefined),
                }),
              unblockDialog.done,
            )
          : run(() => write(() => admin.command({ id, command: 'relink' })), copy.asked))
      }
    />
  );
}
