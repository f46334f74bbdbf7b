import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#domain/money.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { printTree, savePng, saveSvg } from '../tree/export/save-picture.ts';
import type { Forest } from '../tree/forest.ts';
import { BUTTON } from '../tree/geometry.ts';
import { handleKey } from '../tree/keys.ts';
import { createMiniMap } from '../tree/mini-map.ts';
import type { TreeWords } from '../tree/node-view.ts';
import { paint } from '../tree/paint.ts';
import { createTreeView, type TreeView } from '../tree/tree-view.ts';
import visual from './network-visual.module.css';
import styles from './tree-canvas.module.css';
import type { FullScreen } from './use-full-screen.ts';

const copy = networkCopy.tree;
const LEVELS_KEPT = 3;

const words: TreeWords = {
  label: copy.alt,
  levelShort: copy.levelShort,
  below: copy.below,
  noneBelow: copy.noneBelow,
  count: formatNumber,
  counting: '…',
};

interface Props {
  forest: Forest;
  /** Grows with every part of the same forest. */
  loaded: number;
  complete: boolean;
  levelsAbove: number;
  chosen: (member: number) => void;
  ready: (view: TreeView | null) => void;
  refresh: () => Promise<void>;
  full: FullScreen;
}

/** The view of the tree with its buttons. React draws the frame, network/tree/tree-view.ts its content. */
export function TreeCanvas({ forest, loaded, complete, levelsAbove, chosen, ready, refresh, full }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const stamp = useRef<HTMLCanvasElement>(null);
  const stampFrame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<TreeView | null>(null);
  const latest = useRef(chosen);
  latest.current = chosen;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one view for as long as the element exists
  useEffect(() => {
    const map = createMiniMap(stamp.current!, stampFrame.current!, (x, y) => made.lookAt(x, y));
    const made = createTreeView(host.current!, words, {
      chosen: (member) => latest.current(member),
      changed: (state) => map.update(state),
    });
    setView(made);
    ready(made);
    return () => {
      ready(null);
      map.close();
      made.close();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` says that the same forest has grown
  useEffect(() => view?.update(forest, { complete, levelsAbove }), [view, forest, loaded, complete, levelsAbove]);

  return (
    <div className={`${visual.frame} ${styles.canvas}`} aria-busy={!complete || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that is moved, with a tree of its own inside */}
      <div
        ref={host}
        className={styles.host}
        role="group"
        aria-label={copy.alt(forest.size)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the picture
        tabIndex={0}
        onKeyDown={(event) => view && handleKey(view, event) && event.preventDefault()}
      />
      <fieldset className={styles.zoom} aria-label={copy.title}>
        <IconButton label={copy.zoomIn} path="M12 4v16M4 12h16" onClick={() => view?.zoom(BUTTON.in)} />
        <IconButton label={copy.zoomOut} path="M4 12h16" onClick={() => view?.zoom(BUTTON.out)} />
        <IconButton label={copy.reset} path="M4 11 12 4l8 7M7 9v11h10V9" onClick={() => view?.reset()} />
        <IconButton label={copy.actualSize} path="M5 5h14v14H5zM9 9h6v6H9z" onClick={() => view?.naturalSize()} />
        <IconButton label={copy.refresh} path="M19 12a7 7 0 1 1-2-5M19 3v5h-5" onClick={refresh} />
        <IconButton
          label={full.on ? copy.leaveFullScreen : copy.fullScreen}
          path={full.on ? 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5' : 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'}
          onClick={full.toggle}
        />
      </fieldset>
      <fieldset className={styles.more} aria-label={copy.more}>
        <button type="button" onClick={() => view?.openAll()}>
          {copy.expandAll}
        </button>
        <button type="button" onClick={() => view?.openTo(LEVELS_KEPT)}>
          {copy.collapseAll}
        </button>
        <button type="button" onClick={() => view && void saveSvg(view, copy.fileName)}>
          {copy.saveSvg}
        </button>
        <button type="button" onClick={() => view && void savePng(view, copy.fileName)}>
          {copy.savePng}
        </button>
        <button type="button" onClick={() => view && printTree(view, copy.title)}>
          {copy.print}
        </button>
      </fieldset>
      <Legend levels={forest.levels + levelsAbove} />
      {/* The keyboard and the list offer the same. */}
      <div className={styles.map} aria-hidden="true" title={copy.miniMap}>
        <canvas ref={stamp} />
        <div ref={stampFrame} />
      </div>
    </div>
  );
}

function Legend({ levels }: { levels: number }) {
  const colours = paint.levels.slice(0, Math.max(1, Math.min(levels, paint.levels.length)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and is scrolled with the arrows
    <ul className={styles.legend} aria-label={copy.legend} tabIndex={0}>
      {colours.map((colour, index) => (
        <li key={colour} style={{ borderTopColor: colour }}>
          {copy.level(index + 1)}
        </li>
      ))}
    </ul>
  );
}

function IconButton({ label, path, onClick }: { label: string; path: string; onClick: () => unknown }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
