import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { networkCopy } from '#domain/network/copy.ts';
import { pages } from '#domain/pages.ts';
import { Id } from '#domain/shapes.ts';
import { withQuery } from '../admin/list-tools.tsx';
import { api, client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { PartFailed } from '../ui/part/data-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { MemberList } from './member-list.tsx';
import { MemberPanel } from './member-panel.tsx';
import { NetworkTools } from './network-tools.tsx';
import styles from './network-visual.module.css';
import type { TreeView } from './tree/tree-view.ts';
import { TreeCanvas } from './tree-canvas.tsx';
import { useChosenMember } from './use-chosen-member.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useNetwork } from './use-network.ts';

const copy = networkCopy.tree;
/** Up to so many members a change is loaded at once; a larger network shows that it changed, with a button. */
const RELOAD_BY_ITSELF = 5_000;

/** The whole network or one branch, as a tree or as a list. What is shown is in the address. */
export default function NetworkVisualPage() {
  const [search, setSearch] = useAddressParams();
  const branch = Id.safeParse(search.get('branch')).data ?? null;
  const asList = search.get('view') === 'list';
  const wanted = Id.safeParse(search.get('member')).data ?? null;
  const put = (name: string, value: string | null) =>
    setSearch((current) => withQuery(current, name, value ?? ''), { replace: true, preventScrollReset: true });

  const network = useNetwork(branch);
  const { forest, complete, loaded, total, version, reload } = network;
  const root = useQuery({
    ...api.network.admin.member.queryOptions({ input: { id: branch ?? '' } }),
    enabled: branch !== null,
  });
  const levelsAbove = branch ? (root.data?.level ?? 1) - 1 : 0;
  const [changed, setChanged] = useState(false);
  const [view, setView] = useState<TreeView | null>(null);
  const full = useFullScreen();
  const stage = useRef<HTMLDivElement>(null);

  const opened = useRef(false);
  useLiveList('network', async () => {
    if (!opened.current) {
      opened.current = true;
      return;
    }
    if (total <= RELOAD_BY_ITSELF) return reload();
    const part = await client.network.admin.tree({ limit: 1, ...(branch ? { under: branch } : {}) });
    if (part.total !== total || part.version !== version) setChanged(true);
  });

  const { member, found, choose } = useChosenMember(wanted, network, view, stage, (id) => put('member', id));

  function closeCard() {
    if (view && !asList) return view.choose(-1);
    choose(-1);
    // The card's button goes with the card.
    stage.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
  }

  async function refresh() {
    setChanged(false);
    await reload();
  }

  if (network.status === 'failed')
    return (
      <>
        <AdminHead title={copy.title} />
        <div className={styles.failed}>
          <PartFailed name={copy.title} part={{ busy: false, retry: () => void reload() }} />
        </div>
      </>
    );

  return (
    <>
      <AdminHead title={copy.title}>
        <p className="muted" role="status">
          {!forest || (!complete && total === 0)
            ? copy.busy
            : complete
              ? copy.summary(forest.size, forest.levels)
              : copy.loading(loaded, total)}
        </p>
        <ButtonLink to={pages.adminAddToNetwork.path} variant="secondary" size="sm">
          {networkCopy.add.title}
        </ButtonLink>
      </AdminHead>
      <NetworkTools
        onFind={(id) => put('member', id)}
        asList={asList}
        onList={(list) => put('view', list ? 'list' : null)}
        onWhole={branch ? () => put('branch', null) : null}
        onRefresh={changed ? () => void refresh() : null}
      />
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
              changed={reload}
              isMoving={search.get('move') === wanted}
              setMoving={(on) => put('move', on ? wanted : null)}
            />
          )}
        </div>
      )}
      <p className="vh" role="status">
        {found}
      </p>
      {!asList && (
        <p className={`muted s ${styles.hint}`}>
          <span className={styles.forMouse}>{copy.hint}</span>
          <span className={styles.forTouch}>{copy.hintTouch}</span>
        </p>
      )}
    </>
  );
}
