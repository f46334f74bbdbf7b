import { useState } from 'react';
import { useNavigate } from 'react-router';
import { networkCopy } from '#domain/network/copy.ts';
import { NETWORK_ROOT } from '#domain/network/rules.ts';
import { pages } from '#domain/pages.ts';
import { api, client, queryClient } from '../api.ts';
import { useLiveList } from '../live.ts';
import { withProof } from '../proof.tsx';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { type Refusal, write } from '../write.ts';
import styles from './add-to-network.module.css';
import { type Candidate, MemberPicker } from './member-picker.tsx';
import { topOfNetwork } from './top-of-network.ts';

const copy = networkCopy.add;

/** Puts a person who is outside the network under a member, or at the top. */
export default function AddToNetworkPage() {
  const [user, setUser] = useState<Candidate | null>(null);
  const [upline, setUpline] = useState<Candidate | null>(null);
  const navigate = useNavigate();
  useLiveList('network', () => queryClient.invalidateQueries({ queryKey: api.network.admin.people.key() }));

  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<Enrolled | null>(null);
  const enrol = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await withProof(() =>
      write(() => client.network.admin.enrollRef({ p_ref: upline?.referralCode ?? null, p_user: user?.id ?? null }), {
        arrived: (refusal) => enrolledAlready(refusal, user, upline),
        failed: copy.error,
      }),
    );
    setBusy(false);
    if (outcome.outcome === 'done') setDone(outcome.value);
    else setProblem(outcome.code === 'NETWORK_DATABASE_ERROR' ? { text: copy.enrolError } : outcome);
    await queryClient.invalidateQueries({ queryKey: api.network.admin.key() });
  });
  const again = () => {
    setDone(null);
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
              void enrol();
            }}
          >
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
            <FormProblem problem={problem} />
            <Button type="submit" disabled={!user || !upline} loading={busy} loadingLabel={copy.busy} full>
              {copy.submit}
            </Button>
          </form>
        </Card>
      </div>
      <Dialog
        open={done !== null}
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

type Enrolled = Awaited<ReturnType<typeof client.network.admin.enrollRef>>;

/** Who is in the network already stands where we wanted them when the first attempt arrived. */
async function enrolledAlready(
  { code }: Refusal,
  user: Candidate | null,
  upline: Candidate | null,
): Promise<Enrolled | undefined> {
  if (code !== 'PERSON_ALREADY_IN_NETWORK' || !user || !upline) return undefined;
  const { id, name, above } = await client.network.admin.member({ id: user.id });
  const over = above.at(-1) ?? null;
  return (over?.id ?? NETWORK_ROOT) === upline.id ? { user: { id, name }, upline: over } : undefined;
}
