import { useState } from 'react';
import { webhookForms as copy } from '#domain/integrations/webhooks/copy.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import styles from './webhooks.module.css';

export interface ShownSecret {
  host: string;
  secret: string;
  isNew: boolean;
}

/** The only time that a secret is shown. It closes with the tick, or after a question. */
export function SecretDialog({ shown: { host, secret, isNew }, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Dialog
        open
        asks={false}
        onOpenChange={() => (isKept ? onClose() : setLeaving(true))}
        title={isNew ? copy.made : copy.rotated}
        description={copy.shownFor(host)}
        footer={
          <Button disabled={!isKept} onClick={onClose}>
            {copy.done}
          </Button>
        }
      >
        <div className={styles.form}>
          <p className={styles.secret}>
            <span className="vh">{copy.secret}: </span>
            {secret}
          </p>
          <div>
            <CopyButton value={secret} />
          </div>
          <p className="s">
            <b>{copy.once}</b> {copy.onceText}
          </p>
          {!isNew && <p className="s">{copy.onceTwo}</p>}
          <Checkbox label={copy.kept} checked={isKept} onChange={({ target }) => setKept(target.checked)} />
        </div>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setLeaving(false)}
          title={copy.leave}
          text={copy.leaveText}
          yes={copy.leaveYes}
          no={copy.leaveNo}
          onConfirm={onClose}
        />
      )}
    </>
  );
}
