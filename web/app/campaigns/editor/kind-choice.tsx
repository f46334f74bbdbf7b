import { useState } from 'react';
import { CAMPAIGN_KINDS, type CampaignKind } from '#domain/campaign-kinds.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useFilesOnTheirWay } from '../../uploads/use-uploads.ts';
import { write } from '../../write.ts';
import styles from './kind-choice.module.css';

interface Props {
  id: string;
  kind: CampaignKind;
  /** The change would remove something that is stored. */
  hasFiles: boolean;
  changed: () => Promise<unknown>;
}

/** Banner or spot; a change that removes files is asked about. */
export function KindChoice({ id, kind, hasFiles, changed }: Props) {
  const onTheirWay = useFilesOnTheirWay(id);
  const isAsked = hasFiles || onTheirWay.areAny;
  const [wanted, setWanted] = useState<CampaignKind | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = useSingleFlight(async (to: CampaignKind) => {
    setWanted(to);
    setBusy(true);
    const outcome = await write(() => client.campaigns.own.setKind({ id, kind: to }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    onTheirWay.stop();
    setWanted(null);
    await changed();
  });
  const choose = (to: CampaignKind) => {
    if (to === kind) return;
    setProblem(null);
    if (isAsked) setWanted(to);
    else void change(to);
  };
  return (
    <>
      <fieldset className={styles.kinds}>
        <legend className={styles.legend}>{copy.kind}</legend>
        {CAMPAIGN_KINDS.map((one) => (
          <label key={one} className={styles.kind} data-kind={one}>
            <input
              type="radio"
              name="kind"
              checked={(busy && wanted ? wanted : kind) === one}
              disabled={busy}
              onChange={() => choose(one)}
            />
            <span className={styles.screen} aria-hidden="true" />
            <span>
              <b>{copy.kinds[one]}</b>
              <small className={styles.hint}>{copy.kindHints[one]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <ConfirmDialog
        open={wanted !== null && (isAsked || problem !== null)}
        onOpenChange={(isOpen) => !isOpen && setWanted(null)}
        danger
        title={copy.switchTitle}
        text={copy.switchKind}
        yes={copy.switchYes}
        busy={busy}
        problem={problem}
        onConfirm={() => wanted && void change(wanted)}
      />
    </>
  );
}
