import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { networkCopy } from '#domain/network/copy.ts';
import { downlineCounts, type Forest, pathTo, siblingCount } from '../tree/forest.ts';
import { levelColour } from '../tree/paint.ts';
import styles from './member-list.module.css';
import visual from './network-visual.module.css';

const copy = networkCopy.tree;
const ROW = 48;
/** Levels that are open at first. */
const OPEN_LEVELS = 2;

interface Props {
  forest: Forest;
  complete: boolean;
  levelsAbove: number;
  chosen: number;
  choose: (member: number) => void;
}

/** The same members as a tree list for screen readers and keyboards, with the arrow keys of the ARIA tree pattern. */
export function MemberList({ forest, complete, levelsAbove, chosen, choose }: Props) {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  /** By id, which stays when the network is loaded again; members opened (true) and closed (false) by hand. */
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [currentId, setCurrentId] = useState(forest.ids[Math.max(0, chosen)]);
  const current = (currentId === undefined ? undefined : forest.indexOf.get(currentId)) ?? 0;
  const setCurrent = (member: number) => setCurrentId(forest.ids[member]);
  const below = useMemo(() => (complete ? downlineCounts(forest) : null), [forest, complete]);
  const isOpen = (member: number) => byHand.get(forest.ids[member]!) ?? forest.level[member]! < OPEN_LEVELS;
  const rows = visible(forest, isOpen);
  const at = rows.indexOf(current);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => host.current,
    estimateSize: () => ROW,
    overscan: 12,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens the path to each member that is searched for, once
  useEffect(() => {
    if (chosen < 0) return;
    setByHand(
      (now) =>
        new Map([
          ...now,
          ...pathTo(forest, chosen)
            .slice(0, -1)
            .map((above) => [forest.ids[above]!, true] as const),
        ]),
    );
    setCurrent(chosen);
  }, [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move of the current member scrolls
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' });
  }, [at]);

  const open = (member: number, wide: boolean) => setByHand((now) => new Map(now).set(forest.ids[member]!, wide));
  const go = (index: number) => setCurrent(rows[Math.min(rows.length - 1, Math.max(0, index))]!);

  function onKey(event: KeyboardEvent) {
    const hasChildren = forest.children[current]! > 0;
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === 'ArrowRight' && hasChildren) isOpen(current) ? go(at + 1) : open(current, true);
    else if (event.key === 'ArrowLeft' && hasChildren && isOpen(current)) open(current, false);
    else if (event.key === 'ArrowLeft' && forest.parent[current]! >= 0) setCurrent(forest.parent[current]!);
    else if (event.key === 'Enter' || event.key === ' ') choose(current);
    else if (event.key === 'Escape') choose(-1);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={host}
      className={`${visual.frame} ${styles.list}`}
      role="tree"
      tabIndex={0}
      aria-label={copy.alt(forest.size)}
      aria-activedescendant={`${id}-${current}`}
      onKeyDown={onKey}
    >
      <div role="presentation" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const member = rows[index]!;
          return (
            <Member
              key={member}
              id={`${id}-${member}`}
              forest={forest}
              member={member}
              level={forest.level[member]! + levelsAbove}
              below={below ? below[member]! : null}
              isOpen={isOpen(member)}
              isCurrent={member === current}
              isChosen={member === chosen}
              start={start}
              onChoose={() => {
                setCurrent(member);
                choose(member);
              }}
              onFold={() => {
                setCurrent(member);
                open(member, !isOpen(member));
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

interface MemberProps {
  id: string;
  forest: Forest;
  member: number;
  /** Counted from the top of the network, not of the branch. */
  level: number;
  /** Members below it, once all have arrived. */
  below: number | null;
  isOpen: boolean;
  isCurrent: boolean;
  isChosen: boolean;
  /** Pixels from the top of the list. */
  start: number;
  onChoose: () => void;
  onFold: () => void;
}

function Member(props: MemberProps) {
  const { id, forest, member, level, below, isOpen, isCurrent, isChosen, start, onChoose, onFold } = props;
  const children = forest.children[member]!;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it listens to the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its current line
    <div
      id={id}
      role="treeitem"
      className={styles.row}
      data-current={isCurrent || undefined}
      aria-selected={isChosen}
      aria-level={level}
      aria-posinset={forest.position[member]!}
      aria-setsize={siblingCount(forest, member)}
      aria-expanded={children > 0 ? isOpen : undefined}
      style={{ transform: `translateY(${start}px)`, '--depth': forest.level[member]! - 1 } as CSSProperties}
      onClick={onChoose}
    >
      <span
        className={styles.fold}
        aria-hidden="true"
        onClick={(event) => {
          if (children === 0) return;
          event.stopPropagation();
          onFold();
        }}
      >
        {children === 0 ? '' : isOpen ? '–' : '+'}
      </span>
      <i style={{ background: levelColour(level) }} />
      <span className={styles.rowName}>{forest.names[member]}</span>
      <span className={styles.rowMore}>
        {copy.levelShort(level)}
        {below !== null && ` · ${below > 0 ? copy.below(below) : copy.noneBelow}`}
      </span>
    </div>
  );
}

/** From the top down, without what is folded away. */
function visible(forest: Forest, isOpen: (member: number) => boolean): number[] {
  const rows: number[] = [];
  const waiting = [...forest.tops].reverse();
  for (let member = waiting.pop(); member !== undefined; member = waiting.pop()) {
    rows.push(member);
    if (forest.children[member] === 0 || !isOpen(member)) continue;
    const below: number[] = [];
    for (let child = forest.firstChild[member]!; child >= 0; child = forest.nextSibling[child]!) below.push(child);
    while (below.length > 0) waiting.push(below.pop()!);
  }
  return rows;
}
