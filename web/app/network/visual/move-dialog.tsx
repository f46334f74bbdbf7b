import { useRef, useState } from 'react';
import { common } from '#domain/copy.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { NETWORK_ROOT } from '#domain/network/rules.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { type Candidate, MemberPicker } from '../member-picker.tsx';
import { topOfNetwork } from '../top-of-network.ts';

const copy = networkCopy.move;
type Member = Awaited<ReturnType<typeof client.network.admin.member>>;

interface Moved extends Pick<Member, 'id' | 'name'> {
  uplineId: string | null;
  shown: string | null;
}

/** Milliseconds for which a move can be undone. */
const UNDO_MS = 15_000;

/** Back to where the member was, unless somebody else has moved them from `shown` since. */
async function moveBack({ id, name, uplineId, shown }: Moved, moved: () => unknown) {
  const outcome = await withProof(() => write(() => client.network.admin.move({ id, uplineId, shown })));
  if (outcome.outcome === 'done') toast.success(copy.undone(name));
  else toast.error(outcome.text);
  moved();
}

const placeOf = ({ id }: Candidate): string | null => (id === NETWORK_ROOT ? null : id);

/** Moves a member with everybody below under another upline. The server refuses a circle. */
export function MoveDialog({ member, close, moved }: { member: Member; close: () => void; moved: () => unknown }) {
  const [upline, setUpline] = useState<Candidate | null>(null);
  /** What the dialog has shown; the card behind it may learn of another place. */
  const [above, setAbove] = useState(() => member.above.at(-1) ?? null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const was = above?.id ?? null;
  const isThere = upline !== null && placeOf(upline) === was;
  const move = useSingleFlight(async (chosen: Candidate) => {
    setBusy(true);
    setProblem(null);
    const uplineId = placeOf(chosen);
    const outcome = await withProof(() =>
      write(() => client.network.admin.move({ id: member.id, uplineId, shown: was })),
    );
    setBusy(false);
    if (outcome.outcome === 'refused' && outcome.code === 'NETWORK_PLACE_CHANGED')
      setAbove((outcome.data as { upline: typeof above }).upline);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    // Zero when the first of two attempts has moved them.
    toast.success(copy.done(member.name, outcome.value.moved || member.downline + 1), {
      label: copy.undo,
      onPress: () => void moveBack({ id: member.id, name: member.name, uplineId: was, shown: uplineId }, moved),
      lasts: UNDO_MS,
    });
    moved();
  });
  return (
    <Dialog
      open
      asks={false}
      busy={busy}
      onOpenChange={(open) => !open && close()}
      title={copy.title(member.name)}
      description={`${copy.from(above?.name ?? null)} ${copy.text(member.downline)}`}
      problem={problem}
      initialFocus={field}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button
            disabled={!upline || isThere}
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
        error={isThere ? copy.same : undefined}
        inputRef={field}
      />
    </Dialog>
  );
}
