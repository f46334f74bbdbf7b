import { Toaster as Sonner, toast as sonner } from 'sonner';
import { common } from '#domain/copy.ts';
import styles from './toast.module.css';

const EDGES = { success: 'var(--bar-green)', error: 'var(--bar-red)', info: 'var(--bar-cyan)' } as const;
type Tone = keyof typeof EDGES;

/** Milliseconds; longer while the pointer or the focus is on it. */
const SHOWN_FOR = 6_000;

/**
 * Short messages at the edge of the screen. They are in the first bundle: one that says that the network is gone could not be
 * downloaded any more. An `action` is a button beside the text, pressed at most once.
 */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, { action }),
  error: (text: string, action?: ToastAction) => show('error', text, { action }),
  info: (text: string, action?: ToastAction) => show('info', text, { action }),
  /** Stays until the returned function is called. */
  checking: (text: string): (() => void) => {
    const id = show('info', text, { duration: Number.POSITIVE_INFINITY });
    return () => void sonner.dismiss(id);
  },
};

export interface ToastAction {
  label: string;
  onPress: () => void;
  /** Milliseconds for which the message, and so the action, stays. */
  lasts?: number;
}

function show(tone: Tone, text: string, { action, duration }: { action?: ToastAction; duration?: number }) {
  return sonner.custom(
    (id) => (
      <div
        className={styles.toast}
        style={{ '--edge': EDGES[tone] } as React.CSSProperties}
        role={tone === 'error' ? 'alert' : 'status'}
      >
        {text}
        {action && (
          <button
            type="button"
            onClick={() => {
              sonner.dismiss(id);
              action.onPress();
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" onClick={() => sonner.dismiss(id)}>
          {common.close}
        </button>
      </div>
    ),
    { duration: duration ?? action?.lasts ?? SHOWN_FOR, id: text },
  );
}

/** Rendered once, in the root. */
export const Toaster = () => <Sonner position="bottom-right" gap={8} offset={20} mobileOffset={12} />;
