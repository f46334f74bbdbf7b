import { type RefObject, useEffect, useRef, useState } from 'react';
import { networkCopy } from '#domain/network/copy.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import type { TreeView } from '../tree/tree-view.ts';
import type { Network } from './use-network.ts';

const copy = networkCopy.tree;

/** On such screens the card covers the lower part of the tree, so the chosen member is moved above it. Same width as in the style sheet. */
const narrow = () => window.matchMedia('(max-width: 820px)').matches;

/** The member that is wanted, by its id: -1 until it is there, and brought into sight once. */
export function useChosenMember(
  wanted: string | null,
  { forest, complete }: Pick<Network, 'forest' | 'complete'>,
  { view, asList }: { view: TreeView | null; asList: boolean },
  stage: RefObject<HTMLElement | null>,
  /** `leaveBranch` is null where the whole network is shown. */
  { want, leaveBranch }: { want: (id: string | null) => void; leaveBranch: (() => void) | null },
) {
  /** The result of a search, for screen readers. */
  const [found, setFound] = useState('');
  const member = wanted ? (forest?.indexOf.get(wanted) ?? -1) : -1;
  /** The member that is chosen already need not be looked for. */
  const shown = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done about somebody who is not there is new with each drawing
  useEffect(() => {
    // A tree that is not there yet, or is another one, has shown nobody.
    if (!wanted || !(view || asList)) {
      shown.current = null;
      return;
    }
    if (shown.current === wanted || (!complete && member < 0)) return;
    if (member < 0) {
      // The search asks the whole network.
      if (leaveBranch) return leaveBranch();
      toast.error(copy.notFound);
      return want(null);
    }
    shown.current = wanted;
    view?.reveal(member);
    if (narrow()) stage.current?.scrollIntoView({ behavior: 'smooth' });
    setFound(copy.found(forest!.names[member]!));
  }, [wanted, member, complete, view, asList, stage, forest]);

  function choose(index: number) {
    const id = index < 0 || !forest ? null : forest.ids[index]!;
    if (!narrow()) shown.current = id;
    want(id);
  }

  return { member, found, choose };
}
