import { useEffect, useRef, useState } from 'react';

/** The current option, which the arrow keys and the pointer choose among `count`; the list scrolls along with it. */
export function useCurrentOption(count: number, asked: string, isSearch: boolean) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const current = Math.min(at, count - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first entry
  useEffect(() => setAt(0), [asked, isSearch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry stays in sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return {
    list,
    current,
    point: setAt,
    /** The first follows the last. */
    step(by: 1 | -1) {
      if (count > 0) setAt((current + by + count) % count);
    },
  };
}
