import { useEffect, useRef } from 'react';
import { mySecondStep as copy } from '#domain/accounts/account-copy.ts';
import { formatDate } from '#domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from '../section.module.css';

/** A new set of codes, shown only once. */
export function RecoveryCodes({ codes, email, done }: { codes: readonly string[]; email: string; done: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = copy.codesFileText(email, formatDate(new Date()), codes);
  return (
    <div className={styles.codes}>
      <h4 className="d h4" ref={heading} tabIndex={-1}>
        {copy.codesTitle}
      </h4>
      <p>{copy.codesShown}</p>
      <ol aria-label={copy.codesTitle}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.bar}>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveFile(new File([text], copy.codesFile, { type: 'text/plain;charset=utf-8' }))}
        >
          {copy.codesDownload}
        </Button>
        <CopyButton value={codes.join('\n')} label={copy.codesCopy} />
        <Button size="sm" onClick={done}>
          {copy.codesDone}
        </Button>
      </div>
    </div>
  );
}
