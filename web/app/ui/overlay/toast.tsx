import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { common } from '#domain/copy.ts';
import styles from './toast.module.css';

const EDGES = { success: 'var(--bar-green)', error: 'var(--bar-red)', info: 'var(--bar-cyan)' } as const;

interface Toast {
  /** Counts up; the same text said again is a new one in the old one's place. */
  id: number;
  tone: keyof typeof EDGES;
  text: string;
  action: ToastAction | undefined;
  /** Milliseconds. */
  lasts: number;
}

/** A button beside the text, pressed at most once. */
export interface ToastAction {
  label: string;
  onPress: () => void;
  /** Milliseconds for which the message, and so the action, stays. */
  lasts?: number;
}

/** Milliseconds; longer while the pointer or the focus is on it. */
const SHOWN_FOR = 6_000;
const AT_ONCE = 4;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

function show(tone: Toast['tone'], text: string, action?: ToastAction, lasts = action?.lasts ?? SHOWN_FOR): number {
  lastId += 1;
  // The same words again are the same message, but each action is its own.
  const others = shown.filter((one) => one.text !== text || one.action).slice(1 - AT_ONCE);
  publish([...others, { id: lastId, tone, text, action, lasts }]);
  return lastId;
}

const dismiss = (id: number) => publish(shown.filter((one) => one.id !== id));

/** Short messages at the edge of the screen, in the first bundle (decision 162). */
export const toast = {
  success: (text: string, action?: ToastAction) => void show('success', text, action),
  error: (text: string, action?: ToastAction) => void show('error', text, action),
  info: (text: string, action?: ToastAction) => void show('info', text, action),
  /** Stays until the returned function is called. */
  checking: (text: string): (() => void) => {
    const id = show('info', text, undefined, Number.POSITIVE_INFINITY);
    return () => dismiss(id);
  },
};

const NONE: readonly Toast[] = [];

/** Rendered once, in the root. */
export function Toaster() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => NONE,
  );
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What they would cover can be scrolled above them.
    document.documentElement.style.setProperty('--toasts', `${toasts.length > 0 ? stack.current!.offsetHeight : 0}px`);
  }, [toasts]);
  return (
    // A dialog hides from screen readers what is outside it, except what has this attribute.
    <div ref={stack} className={styles.toaster} aria-live="polite">
      {toasts.map((one) => (
        <Message key={one.id} {...one} />
      ))}
    </div>
  );
}

function Message({ id, tone, text, action, lasts }: Toast) {
  const [held, setHeld] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (held || lasts === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => dismiss(id), lasts);
    return () => clearTimeout(timer);
  }, [id, held, lasts]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever reads or uses it holds it, nothing is pressed
    <div
      ref={box}
      className={styles.toast}
      style={{ '--edge': EDGES[tone] } as CSSProperties}
      role={tone === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(box.current?.matches(':hover') ?? false)}
    >
      {text}
      {action && (
        <button
          type="button"
          onClick={() => {
            dismiss(id);
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" onClick={() => dismiss(id)}>
        {common.close}
      </button>
    </div>
  );
}
