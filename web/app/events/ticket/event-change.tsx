import { useState } from 'react';
import { choiceCopy as copy } from '#domain/events/change/copy.ts';
import type { GuestChoice } from '#domain/events/change/rules.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { withNonBreakingSpaces } from '#domain/typography.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from '../ticket.module.css';
import { type Page, refundText } from './page-shape.ts';

interface EventChangeProps {
  page: Page;
  change: NonNullable<Page['change']>;
  token: string;
  onChanged: () => void;
}

/** The event was moved: what that means for this guest, and the choice between the ticket and the money. */
export function EventChange({ page, change, token, onChanged }: EventChangeProps) {
  const { choice } = change;
  const [busy, setBusy] = useState<GuestChoice | null>(null);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const until = choice ? formatDateInSentence(new Date(new Date(choice.until).getTime() - 1)) : '';
  const refunded = choice?.made === 'refund';
  const isPart = choice?.isPart ?? false;

  async function choose(wanted: GuestChoice) {
    setAsking(false);
    setBusy(wanted);
    setProblem(null);
    const outcome = await write(() => client.events.choose({ token, choice: wanted }));
    setBusy(null);
    if (outcome.outcome === 'done') toast.success((isPart ? copy.donePart : copy.done)[wanted]);
    else setProblem({ text: outcome.code === 'SCARCE_PLACE_HELD' ? copy.held : outcome.text });
    onChanged();
  }

  return (
    <section className={styles.moved} aria-label={copy.movedTitle}>
      <h2 className="d h4">{copy.movedTitle}</h2>
      <p>
        {withNonBreakingSpaces(copy.moved({ year: page.event.year, firstDay: change.from }, page.event))}{' '}
        {copy.reason(change.reason)}
      </p>
      {!choice && page.status === 'pending' && <p>{copy.unpaid}</p>}
      {choice?.made === 'keep' && choice.open && <p>{isPart ? copy.keptPart(until) : copy.kept(until)}</p>}
      {choice?.made === null && choice.open && <p>{isPart ? copy.askPart(until) : copy.ask(until)}</p>}
      {refunded && <p>{refundText(choice, page.event)}</p>}
      {refunded && choice.open && <p>{copy.changeMind(until)}</p>}
      <FormProblem problem={problem} />
      {choice?.open && (
        <div className="row">
          {choice.made !== 'keep' && (
            <Button loading={busy === 'keep'} disabled={busy !== null} onClick={() => void choose('keep')}>
              {isPart ? copy.keepPart : copy.keep}
            </Button>
          )}
          {!refunded && (
            <Button
              variant="secondary"
              loading={busy === 'refund'}
              disabled={busy !== null}
              onClick={() => setAsking(true)}
            >
              {copy.refund}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={copy.sure.title}
        text={isPart ? copy.sure.textPart : copy.sure.text}
        no={copy.sure.no}
        yes={copy.sure.yes}
        danger
        onConfirm={() => void choose('refund')}
      />
    </section>
  );
}
