import { useEffect, useState } from 'react';

/** How far below the top an anchor counts as reached, in pixels: below the fixed header. */
const OFFSET = 100;

/** The last of these sections whose top has passed the offset; `null` above the first. */
export function useActiveAnchor(anchors: readonly string[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  const key = anchors.join();
  useEffect(() => {
    if (!key) return setActive(null);
    const names = key.split(',');
    let waiting = false;
    const look = () => {
      waiting = false;
      const reached = names.filter((name) => {
        const section = document.getElementById(name);
        return section !== null && section.getBoundingClientRect().top <= OFFSET + 1;
      });
      const last = reached.at(-1);
      const end = last ? document.getElementById(last)?.getBoundingClientRect().bottom : undefined;
      setActive(last !== undefined && end !== undefined && end > OFFSET ? last : null);
    };
    const onScroll = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [key]);
  return active;
}
