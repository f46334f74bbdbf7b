import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { people } from '#domain/accounts/people-copy.ts';
import { placeInTree } from '#domain/admin/subject-pages.ts';
import { countryName } from '#domain/copy.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { COUNTED_AFTER_DAYS } from '#domain/network/rules.ts';
import { formatDate } from '#domain/time.ts';
import { api, client, errorCode, errorMessage, queryClient } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { withProof } from '../../proof.tsx';
import { accessLevelOf, useSession } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { PermittedLink, PersonPlaces } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Email } from '../../ui/email.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { TreeView } from '../tree/tree-view.ts';
import { MoveDialog } from './move-dialog.tsx';
import styles from './network-visual.module.css';

const copy = networkCopy.card;

interface Props {
  id: string;
  /** `null` while the list is shown. */
  view: TreeView | null;
  member: number;
  close: () => void;
  /** `null` when this member's branch is what is shown. */
  showBranch: (() => void) | null;
  changed: () => Promise<void>;
  /** The question where to is open; it is in the address. */
  isMoving: boolean;
  setMoving: (on: boolean) => void;
}

/** A member's data, place in the network and the actions of staff. */
export function MemberPanel({ id, view, member, close, showBranch, changed, isMoving, setMoving }: Props) {
  const card = useQuery(api.network.admin.member.queryOptions({ input: { id } }));
  const [blocking, setBlocking] = useState(false);
  const block = useSingleFlight(async (name: string, blocked: boolean) => {
    setBlocking(true);
    const outcome = await withProof(() => write(() => client.network.admin.blockInvites({ id, blocked })));
    if (outcome.outcome === 'done') toast.success((blocked ? copy.blockDone : copy.unblockDone)(name));
    else toast.error(outcome.text);
    await queryClient.invalidateQueries({ queryKey: api.network.admin.member.key() });
    setBlocking(false);
  });
  useLiveList('network', () => card.refetch({ throwOnError: true }));
  const data = card.data;
  const rules = accessLevelOf(useSession()) === 'superAdmin';
  const isTouchable = data !== undefined && (rules || !data.isStaff);
  return (
    <aside className={styles.panel} aria-label={data?.name}>
      <button type="button" className={styles.close} aria-label={copy.close} onClick={close}>
        ×
      </button>
      {errorCode(card.error) === 'NETWORK_PERSON_GONE' ? (
        <FormError title={errorMessage(card.error)} />
      ) : (
        <DataPart name={copy.name} part={partStateOf(card)} lines={8}>
          {() => null}
        </DataPart>
      )}
      {data && (
        <>
          <h2 className="d h4">{data.name}</h2>
          <p className="muted s">{data.username}</p>
          <MemberFacts member={data} />
          <PersonPlaces email={data.email} except="adminNetworkVisual" />
          {data.invitesBlocked && <p className={styles.blocked}>{copy.blocked}</p>}
          <div className={styles.actions}>
            <CopyButton value={data.referralLink} label={copy.copyLink} />
            {view && (
              <>
                <Button size="sm" variant="secondary" onClick={() => view.showRoute(member)}>
                  {copy.showPath}
                </Button>
                <Button size="sm" variant="secondary" onClick={() => view.reveal(member)}>
                  {copy.center}
                </Button>
              </>
            )}
            {showBranch && data.downline > 0 && (
              <Button size="sm" variant="secondary" onClick={showBranch}>
                {networkCopy.tree.onlyThis}
              </Button>
            )}
            {isTouchable && (
              <>
                <Button size="sm" variant="secondary" onClick={() => setMoving(true)}>
                  {copy.move}
                </Button>
                <Button
                  size="sm"
                  variant={data.invitesBlocked ? 'secondary' : 'danger'}
                  loading={blocking}
                  onClick={() => void block(data.name, !data.invitesBlocked)}
                >
                  {data.invitesBlocked ? copy.unblock : copy.block}
                </Button>
              </>
            )}
          </div>
          {!isTouchable && <p className="muted s">{people.staffLocked}</p>}
          {isMoving && isTouchable && (
            <MoveDialog
              member={data}
              close={() => setMoving(false)}
              moved={async () => {
                setMoving(false);
                await Promise.all([card.refetch(), changed()]);
              }}
            />
          )}
        </>
      )}
    </aside>
  );
}

type Member = Awaited<ReturnType<typeof client.network.admin.member>>;

function MemberFacts({ member }: { member: Member }) {
  const upline = member.above.at(-1);
  return (
    <dl className={styles.facts}>
      <dt>{copy.contact}</dt>
      <dd>
        <a href={`mailto:${member.email}`}>
          <Email address={member.email} />
        </a>
        {member.phone && <a href={`tel:${member.phone}`}>{member.phone}</a>}
        {[member.city, nameOfCountry(member.country)].filter(Boolean).join(', ')}
      </dd>
      <dt>{copy.upline}</dt>
      <dd>{upline ? <PermittedLink to={placeInTree(upline.id)}>{upline.name}</PermittedLink> : copy.top}</dd>
      <dt>{copy.level}</dt>
      <dd>{member.level}</dd>
      <dt>{copy.direct}</dt>
      <dd>{member.direct}</dd>
      <dt>{copy.downline}</dt>
      <dd>{member.downline}</dd>
      <dt>{copy.devices}</dt>
      <dd>{copy.devicesSaid(member.devices, COUNTED_AFTER_DAYS)}</dd>
      <dt>{copy.joined}</dt>
      <dd>{formatDate(member.joinedAt)}</dd>
      <dt>{copy.code}</dt>
      <dd>
        <code>{member.referralCode}</code>
      </dd>
    </dl>
  );
}

const nameOfCountry = (code: string | null): string | null => code && countryName(code);
