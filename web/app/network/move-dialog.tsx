import { useState } from 'react';
import { common } from '#domain/copy.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { TOP } from '#domain/network/rules.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { type Candidate, MemberPicker } from './member-picker.tsx';
import { topOfNetwork } from './top-of-network.ts';

const copy = networkCopy.move;
type Member = Awaited<ReturnType<typeof client.network.admin.member>>;

/** Milliseconds for which a move can be undone. */
const UNDO_MS = 15_000;

async function moveBack({ id, name, above }: Member, moved: () => unknown) {
  const outcome = await write(() => client.network.admin.move({ id, uplineId: above.at(-1)?.id ?? null }));
  if (outcome.outcome === 'done') toast.success(copy.undone(name));
  else toast.error(outcome.text);
  moved();
}

/** Moves a member with everybody below under another upline. The server refuses a circle. */
export function MoveDialog({ member, close, moved }: { member: Member; close: () => void; moved: () => unknown }) {
  const [upline, setUpline] = useState<Candidate | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const move = useSingleFlight(async ({ id }: Candidate) => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.network.admin.move({ id: member.id, uplineId: id === TOP ? null : id }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    // Zero when the first of two attempts has moved them.
    toast.success(copy.done(member.name, outcome.value.moved || member.downline + 1), {
      label: copy.undo,
      onPress: () => void moveBack(member, moved),
      lasts: UNDO_MS,
    });
    moved();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={copy.title(member.name)}
      description={copy.text(member.downline)}
      problem={problem}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button
            disabled={!upline}
            loading={busy}
            loadingLabel={copy.busy}
            onClick={() => upline && void move(upline)}
          >
            {copy.submit}
          </Button>
        </>
      }
    >
      <MemberPicker
        label={copy.upline}
        who="members"
        placeholder={networkCopy.add.uplinePlaceholder}
        value={upline}
        onChange={setUpline}
        nobody={networkCopy.add.noUplines}
        top={topOfNetwork}
      />
    </Dialog>
  );
}
