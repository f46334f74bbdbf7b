import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firstHourOf } from '#domain/campaigns/first-hour.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { capitalized } from '#domain/wording.ts';
import { api } from '../../api.ts';
import { DataPart, PartStale } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useSingleKeys } from '../../ui/single-keys.ts';
import styles from '../admin-campaigns.module.css';
import { AdvertPreview } from '../advert-preview.tsx';
import { AdvertsBeforeChange, wordsOf } from './adverts-before-change.tsx';
import { CampaignFacts } from './campaign-facts.tsx';
import { approveSending, undoApprovalOf } from './decide-sending.ts';
import { isReviewOutdated, RejectCampaignDialog } from './reject-campaign-dialog.tsx';
import { ReviewChecks } from './review-checks.tsx';
import { type AdminCampaignRow, useReviewedSending } from './use-reviewed-sending.ts';

interface Props {
  id: string;
  /** It waits no longer: a colleague decided, or its company took it back. */
  isGone: boolean;
  /** To the next or the previous in the queue. */
  step: (by: 1 | -1) => void;
  /** From this one to the next that waits. */
  nextRow: () => void;
  /** To one whose approval was taken back. */
  back: (id: string) => void;
  reload: () => Promise<unknown>;
}

/** One campaign as a TV shows it, what is known of it, and the decision; J, K, O and B do it from the keyboard. */
export function Review({ id, isGone, step, nextRow, back, reload }: Props) {
  // Nothing is kept: what an earlier look read may be the sending before, and would be decided about.
  const read = useQuery(api.campaigns.admin.read.queryOptions({ input: { id }, gcTime: 0 }));
  const { shown, sentAgain, show } = useReviewedSending(read.data);
  const isOpen = !isGone && !sentAgain;
  const [nth, setNth] = useState(0);
  const [rejecting, setRejecting] = useState(false);

  const { approve, busy, problem } = useApproval(isOpen && !shown?.passed ? shown : undefined, {
    id,
    nextRow,
    back,
    reload,
  });

  useSingleKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () => void approve(),
    b: () => shown && isOpen && setRejecting(true),
  });

  if (!shown)
    return (
      <div className={styles.review}>
        <DataPart name={copy.one} part={partStateOf(read)} lines={10}>
          {() => null}
        </DataPart>
      </div>
    );
  const one = shown;
  const picture = one.pictures[nth] ?? one.pictures[0];
  return (
    <article className={styles.review} aria-labelledby="review-title">
      <header className={styles.reviewHead}>
        <h2 className="d h3" id="review-title">
          {one.name}
        </h2>
        <span className="muted s">{one.sentAt && copy.sent(formatDateTime(one.sentAt), one.sendings)}</span>
      </header>
      <div className={styles.status} role="status">
        {isGone && (
          <Moved title={copy.gone} text={copy.goneText} press={nextRow}>
            {copy.goneNext}
          </Moved>
        )}
        {!isGone && sentAgain && (
          <Moved title={copy.sentAgain} text={copy.sentAgainText} press={() => show(sentAgain)}>
            {copy.sentAgainShow}
          </Moved>
        )}
      </div>
      {isOpen && read.isRefetchError && <PartStale part={partStateOf(read)} />}
      {one.changes && <AdvertsBeforeChange changes={one.changes} url={one.url} kind={one.kind} />}
      <div className={styles.look}>
        <div className={styles.screen}>
          <AdvertPreview kind={one.kind} pictures={one.pictures} url={one.url} nth={nth} choose={setNth} />
        </div>
        <div>
          <h3 className={styles.checked}>{copy.checked}</h3>
          <ReviewChecks campaign={one} picture={picture} />
        </div>
      </div>
      <CampaignFacts campaign={one} />
      {isOpen && one.passed && (
        <div className={styles.moved}>
          <p>
            <b>{capitalized(copy.passed[one.passed])}.</b> {copy.passedText}
          </p>
        </div>
      )}
      <FormProblem problem={problem} />
      {isOpen && (
        <footer className={styles.decide}>
          {!one.passed && (
            <Button loading={busy} onClick={() => void approve()}>
              {copy.approve}
            </Button>
          )}
          <Button variant="danger" onClick={() => setRejecting(true)}>
            {copy.reject}
          </Button>
          <span className="muted s">{copy.keys}</span>
        </footer>
      )}
      {rejecting && (
        <RejectCampaignDialog
          campaign={one}
          seen={picture?.id}
          hint={one.changes ? wordsOf(one.changes).rejectHint : copy.rejectHint}
          close={() => setRejecting(false)}
          nextRow={nextRow}
          reload={reload}
        />
      )}
    </article>
  );
}

/** Approving what is shown; of what is decided already there is nothing. */
function useApproval(
  shown: AdminCampaignRow | null | undefined,
  { id, nextRow, back, reload }: Pick<Props, 'id' | 'nextRow' | 'back' | 'reload'>,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const approve = useSingleFlight(async () => {
    if (!shown || busy) return;
    const { name, changes, sendings } = shown;
    setBusy(true);
    setProblem(null);
    const outcome = await approveSending({ id, sendings });
    setBusy(false);
    if (outcome.outcome === 'done') {
      if (changes) toast.success(copy.changeApproved(name));
      else
        toast.success(waitsForStart(shown) ? copy.approvedSpecial(name) : copy.approved(name, formatStart(shown)), {
          label: copy.undo,
          lasts: UNDO_SECONDS * 1000,
          onPress: () => void undo(shown, back, reload),
        });
      nextRow();
    } else if (isReviewOutdated(outcome)) toast.info(outcome.text);
    else return setProblem(outcome);
    await reload();
  });
  return { approve, busy, problem };
}

/** A special package whose first day nobody has set: its dates say nothing yet. */
const waitsForStart = ({ special }: Pick<AdminCampaignRow, 'special'>) => special?.startsOn === null;

/** When it is shown first, in words; `null`: from now on. */
function formatStart(campaign: AdminCampaignRow): string | null {
  const now = new Date();
  const first = firstHourOf(campaign, now);
  return first && first > now ? formatDateTime(first) : null;
}

/** Takes back the approval of a moment ago. */
async function undo(looked: AdminCampaignRow, back: Props['back'], reload: Props['reload']): Promise<void> {
  const { id, name } = looked;
  const outcome = await undoApprovalOf(looked);
  if (outcome.outcome !== 'done') {
    toast.error(outcome.text);
    return void reload();
  }
  toast.success(copy.undone(name));
  await reload();
  back(id);
}

/** What happened to it meanwhile, over what stands there as it was. */
function Moved({ title, text, press, children }: { title: string; text: string; press: () => void; children: string }) {
  return (
    <div className={styles.moved}>
      <p>
        <b>{title}</b> {text}
      </p>
      <Button size="sm" variant="secondary" onClick={press}>
        {children}
      </Button>
    </div>
  );
}
