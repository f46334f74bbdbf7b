import { useState } from 'react';

/**
 * Keys for what one form sends: the same values have the same key, so that they are written once however often they are sent; others have
 * another, also while nobody knows what became of the first. The values are what the person chose and typed, without what the clock or the
 * server adds.
 */
export function writeKeys() {
  const keys = new Map<string, string>();
  return {
    of(...values: unknown[]): string {
      const text = JSON.stringify(values);
      const key = keys.get(text) ?? crypto.randomUUID();
      keys.set(text, key);
      return key;
    },
    /** It is done: the same values once more are another deed. */
    renew: () => keys.clear(),
  };
}

export const useWriteKeys = () => useState(writeKeys)[0];
