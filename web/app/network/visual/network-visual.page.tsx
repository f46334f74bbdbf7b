import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { networkCopy } from '#domain/network/copy.ts';
import { pages } from '#domain/pages.ts';
import { api } from '../../api.ts';
import { PartFailed, PartStale } from '../../part/data-part.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import type { TreeView } from '../tree/tree-view.ts';
import { MemberList } from './member-list.tsx';
import { MemberPanel } from './member-panel.tsx';
import { NetworkHead } from './network-head.tsx';
import { NetworkTools } from './network-tools.tsx';
import styles from './network-visual.module.css';
import { TreeCanvas } from './tree-canvas.tsx';
import { useChosenMember } from './use-chosen-member.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useNetwork } from './use-network.ts';
import { useNetworkAddress } from './use-network-address.ts';
import { useNetworkChanges } from './use-network-changes.ts';

const copy = networkCopy.tree;

/** The whole network or one branch, as a tree or as a list. What is shown is in the address. */
export default function NetworkVisualPage() {
  const { branch, asList, wanted, isMoving, put } = useNetworkAddress();
  const network = useNetwork(branch);
  const { forest, complete, loaded, at, isStale } = network;
  const root = useQuery({
    ...api.network.admin.member.queryOptions({ input: { id: branch ?? '' } }),
    enabled: branch !== null,
  });
  const levelsAbove = branch ? (root.data?.level ?? 1) - 1 : 0;
  const [view, setView] = useState<TreeView | null>(null);
  const full = useFullScreen();
  const stage = useRef<HTMLDivElement>(null);

  const { changed, busy, refresh } = useNetworkChanges(network, branch);
  const again = { busy, retry: () => void refresh() };
  const place = { view, asList };
  const leaveBranch = branch ? () => put('branch', null) : null;
  const want = (id: string | null) => put('member', id);
  const { member, found, choose } = useChosenMember(wanted, network, place, stage, { want, leaveBranch });

  function closeCard() {
    if (view && !asList) return view.choose(-1);
    choose(-1);
    // The card's button goes with the card.
    stage.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
  }

  if (network.status === 'failed') return <NotRead {...again} />;

  return (
    <>
      <NetworkHead {...network} />
      <NetworkTools
        onFind={want}
        asList={asList}
        onList={(list) => put('view', list ? 'list' : null)}
        onWhole={leaveBranch}
        onRefresh={changed ? again.retry : null}
      />
      {isStale && <PartStale part={{ ...again, at }} />}
      {!forest ? (
        <div className={styles.frame} aria-busy="true">
          <Skeleton lines={6} />
        </div>
      ) : complete && forest.size === 0 ? (
        <Empty title={copy.empty} text={copy.emptyHint}>
          <ButtonLink to={pages.adminAddToNetwork.path}>{networkCopy.add.title}</ButtonLink>
        </Empty>
      ) : (
        <div ref={stage} className={styles.stage} data-full={(full.on && !asList) || undefined}>
          {asList ? (
            <MemberList forest={forest} complete={complete} levelsAbove={levelsAbove} chosen={member} choose={choose} />
          ) : (
            <TreeCanvas
              key={branch}
              forest={forest}
              loaded={loaded}
              complete={complete}
              levelsAbove={levelsAbove}
              chosen={choose}
              ready={setView}
              refresh={refresh}
              full={full}
            />
          )}
          {wanted && member >= 0 && (
            <MemberPanel
              key={wanted}
              id={wanted}
              view={asList ? null : view}
              member={member}
              close={closeCard}
              showBranch={branch === wanted ? null : () => put('branch', wanted)}
              changed={refresh}
              isMoving={isMoving}
              setMoving={(on) => put('move', on ? wanted : null)}
            />
          )}
        </div>
      )}
      <p className="vh" role="status">
        {found}
      </p>
      {!asList && <Hint />}
    </>
  );
}

function NotRead(again: { busy: boolean; retry: () => void }) {
  return (
    <>
      <AdminHead title={copy.title} />
      <div className={styles.failed}>
        <PartFailed name={copy.title} part={again} />
      </div>
    </>
  );
}

/** How the tree is moved. */
function Hint() {
  return (
    <p className={`muted s ${styles.hint}`}>
      <span className={styles.forMouse}>{copy.hint}</span>
      <span className={styles.forTouch}>{copy.hintTouch}</span>
    </p>
  );
}
