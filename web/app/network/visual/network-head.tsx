import { networkCopy } from '#domain/network/copy.ts';
import { pages } from '#domain/pages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import type { Network } from './use-network.ts';

const copy = networkCopy.tree;

/** How large the network is, or how far it is read, and adding to it. */
export function NetworkHead({
  forest,
  complete,
  loaded,
  total,
}: Pick<Network, 'forest' | 'complete' | 'loaded' | 'total'>) {
  return (
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
  );
}
