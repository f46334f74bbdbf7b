import { type FormEvent, useState } from 'react';
import type { Picture } from '#domain/campaigns/contract.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { REASON_MOST } from '#domain/campaigns/rules.ts';
import { common } from '#domain/copy.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import styles from '../admin-campaigns.module.css';
import { rejectSending } from './decide-sending.ts';

interface Rejecting {
  /** As it was looked at. */
  campaign: { id: string; name: string; sendings: number; pictures: readonly Picture[] };
  /** The advert that is seen now. */
  seen: string | undefined;
  hint: string;
  close: () => void;
  nextRow: () => void;
  reload: () => Promise<unknown>;
}

/** It is no longer what was looked at: decided, taken back or sent anew. */
export const isReviewOutdated = ({ code }: { code: string | null }): boolean =>
  code === 'CAMPAIGN_DECIDED' || code === 'CAMPAIGN_SENT_AGAIN';

/** Sends a campaign back with what has to change. A reason that was typed stays when it is no longer what was looked at. */
export function RejectCampaignDialog({ campaign, seen, hint, close, nextRow, reload }: Rejecting) {
  const { id, name, sendings, pictures } = campaign;
  const [reason, setReason] = useState('');
  const [adverts, setAdverts] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const reject = useSingleFlight(async (_?: FormEvent) => {
    setTried(true);
    if (reason.trim() === '') return;
    setBusy(true);
    setProblem(null);
    const outcome = await rejectSending({ id, sendings, reason, adverts: [...adverts] });
    setBusy(false);
    if (outcome.outcome !== 'done') {
      setProblem(outcome);
      return isReviewOutdated(outcome) && reload();
    }
    toast.success(copy.rejected(name));
    close();
    nextRow();
    await reload();
  });
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={copy.rejectTitle}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form="reject-campaign" variant="danger" loading={busy}>
            {copy.rejectYes}
          </Button>
        </>
      }
    >
      <form id="reject-campaign" noValidate onSubmit={reject} className={styles.rejecting}>
        <div className={styles.picks}>
          {copy.picks.map(({ label, text, isOfAdvert }) => (
            <Button
              key={label}
              variant={reason !== '' && reason === text ? 'ink' : 'secondary'}
              size="sm"
              aria-pressed={reason !== '' && reason === text}
              onClick={() => {
                setReason(text);
                if (isOfAdvert && seen && adverts.length === 0) setAdverts([seen]);
              }}
            >
              {label}
            </Button>
          ))}
        </div>
        <TextArea
          label={copy.rejectLabel}
          hint={hint}
          error={tried && reason.trim() === '' ? copy.rejectRequired : undefined}
          value={reason}
          maxLength={REASON_MOST}
          rows={5}
          onChange={({ target }) => setReason(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) void reject();
          }}
        />
        <fieldset className={styles.adverts}>
          <legend>{copy.rejectAdverts}</legend>
          <p className="muted s">{copy.rejectAdvertsHint}</p>
          {pictures.map((one) => (
            <Checkbox
              key={one.id}
              label={one.name}
              checked={adverts.includes(one.id)}
              onChange={({ target }) =>
                setAdverts(target.checked ? [...adverts, one.id] : adverts.filter((key) => key !== one.id))
              }
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
