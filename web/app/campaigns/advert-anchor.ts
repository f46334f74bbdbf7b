import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The fragment of an advert's row in the editor. */
export const advertAnchor = (creative: string): string => `advert-${creative}`;

/** Brings the row that the address names into sight, once it is there and each time the same link is followed again. */
export function useScrollToAddressedRow(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again has another key
  useEffect(() => {
    const row = hash === '' ? null : document.getElementById(hash.slice(1));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [hash, key]);
}
