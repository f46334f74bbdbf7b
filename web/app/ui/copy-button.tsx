import { useEffect, useState } from 'react';
import { common } from '#domain/copy.ts';
import { toast } from './overlay/toast.tsx';
import styles from './small.module.css';

/** How long the indicator stays, in milliseconds. */
const INDICATOR = 2000;

export function CopyButton({ value, label = common.copy, what }: { value: string; label?: string; what?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), INDICATOR);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.error(common.copyFailed);
    }
  }
  return (
    <button type="button" className={`${styles.copy} ${copied ? styles.copied : ''}`} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? common.copied : label}</span>
      {what && !copied && <span className="vh"> {what}</span>}
    </button>
  );
}
