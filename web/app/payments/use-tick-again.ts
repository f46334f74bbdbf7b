import { useEffect, useRef } from 'react';

/** What is agreed to was changed by the form itself: whoever agreed to the other words ticks these anew. `untick` is called then. */
export function useTickAgain(words: string, untick: () => void) {
  const ticked = useRef(words);
  useEffect(() => {
    if (ticked.current === words) return;
    ticked.current = words;
    untick();
  });
}
