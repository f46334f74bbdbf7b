import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Tone } from './toast-view.tsx';

/** Short news at the edge of the screen. The machinery is downloaded with the first one, not with the page. */
const View = lazy(() => import('./toast-view.tsx'));
let wanted = false;
const listeners = new Set<() => void>();

async function say(tone: Tone, text: string) {
  wanted = true;
  for (const listener of listeners) listener();
  const { show } = await import('./toast-view.tsx');
  show(tone, text);
}

export const toast = {
  success: (text: string) => void say('success', text),
  error: (text: string) => void say('error', text),
  info: (text: string) => void say('info', text),
};

/** Stands once in the root. */
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
