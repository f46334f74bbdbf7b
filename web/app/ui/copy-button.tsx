import { type RefObject, useEffect, useState } from 'react';
import { common } from '#domain/copy.ts';
import { toast } from './overlay/toast.tsx';
import styles from './small.module.css';

/** How long the indicator stays, in milliseconds. */
const INDICATOR = 2000;

interface CopyButtonProps {
  value: string;
  label?: string;
  what?: string;
  /** Marked where the browser refuses, so that the person's own keys copy it. */
  orSelect?: RefObject<HTMLElement | null>;
}

export function CopyButton({ value, label = common.copy, what, orSelect }: CopyButtonProps) {
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
      if (orSelect?.current) window.getSelection()?.selectAllChildren(orSelect.current);
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
