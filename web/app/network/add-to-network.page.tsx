import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { networkCopy } from '#domain/network/copy.ts';
import { pages } from '#domain/pages.ts';
import { api, errorCode, errorMessage, queryClient } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormError } from '../ui/form/field.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { PageHead } from '../ui/page-head.tsx';
import styles from './add-to-network.module.css';
import { type Candidate, MemberPicker } from './member-picker.tsx';
import { topOfNetwork } from './top-of-network.ts';

const copy = networkCopy.add;

/** Puts a person who is outside the network under a member, or at the top. */
export default function AddToNetworkPage() {
  const [user, setUser] = useState<Candidate | null>(null);
  const [upline, setUpline] = useState<Candidate | null>(null);
  const navigate = useNavigate();
  useLiveList(['profiles'], () => queryClient.invalidateQueries({ queryKey: api.network.admin.people.key() }));

  const enrol = useMutation(
    api.network.admin.enrollRef.mutationOptions({
      onError: (error) => console.error(error),
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.network.admin.key() }),
    }),
  );
  const done = enrol.data;
  const again = () => {
    enrol.reset();
    setUser(null);
  };

  return (
    <>
      <PageHead title={copy.title} lede={copy.lead} />
      <div className={styles.form}>
        <Card>
          <form
            className={styles.fields}
            onSubmit={(event) => {
              event.preventDefault();
              enrol.mutate({ p_ref: upline?.referralCode ?? null, p_user: user?.id ?? null });
            }}
          >
            {enrol.error && <FormError title={refusalMessage(enrol.error)} />}
            <MemberPicker
              label={copy.user}
              who="outsiders"
              placeholder={copy.userPlaceholder}
              value={user}
              onChange={setUser}
              nobody={copy.noUsers}
            />
            <MemberPicker
              label={copy.upline}
              who="members"
              placeholder={copy.uplinePlaceholder}
              value={upline}
              onChange={setUpline}
              nobody={copy.noUplines}
              top={topOfNetwork}
            />
            <Button type="submit" disabled={!user || !upline} loading={enrol.isPending} loadingLabel={copy.busy} full>
              {copy.submit}
            </Button>
          </form>
        </Card>
      </div>
      <Dialog
        open={done !== undefined}
        onOpenChange={(open) => !open && again()}
        title={copy.done.title}
        description={
          done && (done.upline ? copy.done.text(done.user.name, done.upline.name) : copy.done.atTop(done.user.name))
        }
        footer={
          <>
            <Button variant="ghost" onClick={again}>
              {copy.done.close}
            </Button>
            <Button
              variant="secondary"
              onClick={() => done && void navigate(`${pages.adminNetworkVisual.path}?member=${done.user.id}`)}
            >
              {copy.done.tree}
            </Button>
            <Button onClick={again}>{copy.done.again}</Button>
          </>
        }
      />
    </>
  );
}

/** The server's own sentence for a refused choice, one general sentence for any other failure. */
function refusalMessage(error: unknown): string {
  const code = errorCode(error);
  if (code === 'NETWORK_DATABASE_ERROR' || code === 'INTERNAL_SERVER_ERROR') return copy.enrolError;
  return code === null ? copy.error : errorMessage(error);
}
