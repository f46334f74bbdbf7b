import { useState } from 'react';

/** Whether the buyer has heard the sentences and agreed; whoever agreed to other words has not heard these. */
export function useHeardSentences(sentences: readonly string[]) {
  const [heard, setHeard] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const isHeard = heard === sentences.join();
  return {
    isHeard,
    isMissing: isAsked && !isHeard,
    hear: (is: boolean) => setHeard(is ? sentences.join() : null),
    /** From now on it is said that they have to be heard. */
    ask: () => setAsked(true),
  };
}
