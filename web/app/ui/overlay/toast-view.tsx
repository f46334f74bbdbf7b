import { Toaster as Sonner, toast as sonner } from 'sonner';
import { common } from '#domain/copy.ts';
import styles from './toast.module.css';

const EDGES = { success: 'var(--bar-green)', error: 'var(--bar-red)', info: 'var(--bar-cyan)' } as const;
export type Tone = keyof typeof EDGES;

/** Six seconds, longer while the pointer or the focus is on it. */
export function show(tone: Tone, text: string) {
  sonner.custom(
    (id) => (
      <div
        className={styles.toast}
        style={{ '--edge': EDGES[tone] } as React.CSSProperties}
        role={tone === 'error' ? 'alert' : 'status'}
      >
        {text}
        <button type="button" onClick={() => sonner.dismiss(id)}>
          {common.close}
        </button>
      </div>
    ),
    { duration: 6000, id: text },
  );
}

export default function ToastView() {
  return <Sonner position="bottom-right" gap={8} offset={20} mobileOffset={12} />;
}
