import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#domain/copy.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { TOP } from '#domain/network/rules.ts';
import { api, type client, errorMessage } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { type Candidate, MemberPicker } from './member-picker.tsx';
import { topOfNetwork } from './top-of-network.ts';

const copy = networkCopy.move;
type Member = Awaited<ReturnType<typeof client.network.admin.member>>;

/** Moves a member with everybody below under another upline. The server refuses a circle. */
export function MoveDialog({ member, close, moved }: { member: Member; close: () => void; moved: () => unknown }) {
  const [upline, setUpline] = useState<Candidate | null>(null);
  const move = useMutation(
    api.network.admin.move.mutationOptions({
      onSuccess: ({ moved: count }) => {
        toast.success(copy.done(member.name, count));
        moved();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={copy.title(member.name)}
      description={copy.text(member.downline)}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common.cancel}
          </Button>
          <Button
            disabled={!upline}
            loading={move.isPending}
            loadingLabel={copy.busy}
            onClick={() => upline && move.mutate({ id: member.id, uplineId: upline.id === TOP ? null : upline.id })}
          >
            {copy.submit}
          </Button>
        </>
      }
    >
      {move.error && <FormError title={errorMessage(move.error)} />}
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
