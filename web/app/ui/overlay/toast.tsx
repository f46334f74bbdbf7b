import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Tone } from './toast-view.tsx';

/** Short messages at the edge of the screen. Their code is downloaded with the first one, not with the page. */
const View = lazy(() => import('./toast-view.tsx'));
let wanted = false;
const listeners = new Set<() => void>();

async function show(tone: Tone, text: string) {
  wanted = true;
  for (const listener of listeners) listener();
  const { show } = await import('./toast-view.tsx');
  show(tone, text);
}

export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
  info: (text: string) => void show('info', text),
};

/** Rendered once, in the root. */
export function Toaster() {
  const needed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
    () => false,
  );
  return needed ? (
    <Suspense>
      <View />
    </Suspense>
  ) : null;
}
