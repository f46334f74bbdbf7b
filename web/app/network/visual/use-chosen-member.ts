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
  want: (id: string | null) => void,
) {
  /** The result of a search, for screen readers. */
  const [found, setFound] = useState('');
  const member = wanted ? (forest?.indexOf.get(wanted) ?? -1) : -1;
  /** The member that is chosen already need not be looked for. */
  const shown = useRef<string | null>(null);
  useEffect(() => {
    // A tree that is not there yet, or is another one, has shown nobody.
    if (!wanted || !(view || asList)) {
      shown.current = null;
      return;
    }
    if (shown.current === wanted || (!complete && member < 0)) return;
    shown.current = wanted;
    if (member < 0) {
      toast.error(copy.notFound);
      return;
    }
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
