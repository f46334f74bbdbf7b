import { type FormEvent, useState } from 'react';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { REASON_MOST } from '#domain/campaigns/rules.ts';
import { common } from '#domain/copy.ts';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api, client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { Table } from '../../ui/table/table.tsx';
import { useLiveRows } from '../../use-live-rows.ts';
import { write } from '../../write.ts';
import { STATE_TONES } from '../state-tones.ts';
import { decidedColumns, type Listed } from './decided-columns.tsx';

interface CampaignStep {
  one: Listed;
  to: 'pause' | 'resume' | 'end' | 'withdraw';
}

type State = Parameters<typeof client.campaigns.admin.list>[0]['state'];

/** Campaigns that were decided once, by state, with what may be done to them. */
export function DecidedCampaigns({ state, reload }: { state: State; reload: () => Promise<unknown> }) {
  const list = useAdminList(
    api.campaigns.admin.list,
    { state },
    { screen: 'campaigns', keeps: () => false, useLive: useLiveRows },
  );
  const [asked, setAsked] = useState<CampaignStep | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [drawn, setDrawn] = useState<string | null>(null);
  const ask = (one: Listed, to: CampaignStep['to']) => {
    setProblem(null);
    setAsked({ one, to });
  };
  const download = useSingleFlight(async (id: string) => {
    setDrawn(id);
    try {
      saveFile(await client.campaigns.admin.reportPdf({ id }));
    } catch {
      toast.error(reportCopy.pdfFailed);
    } finally {
      setDrawn(null);
    }
  });
  const step = useSingleFlight(async (one: Listed, to: CampaignStep['to'], reason: string = '') => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.admin.step({ id: one.id, to, reason }));
    setBusy(false);
    if (outcome.outcome === 'done') {
      toast.success(copy.stepped);
      setAsked(null);
    } else if (asked) setProblem(outcome);
    else toast.error(outcome.text);
    await reload();
  });
  return (
    <>
      <DataPart name={copy.tabs[state]} part={list.part()} lines={6}>
        {() => (
          <Table
            caption={copy.tabs[state]}
            rows={list.rows}
            rowKey={({ id }) => id}
            rowTone={({ state: now }) => STATE_TONES[now] ?? 'still'}
            empty={copy.none}
            columns={decidedColumns({
              busy,
              drawn,
              onPdf: (one) => void download(one.id),
              onResume: (one) => (isOurPause(one) ? void step(one, 'resume') : ask(one, 'resume')),
              onAsk: ask,
            })}
          />
        )}
      </DataPart>
      {list.more && <LoadMore onMore={() => void list.more?.()} busy={list.isReadingMore} failed={list.moreFailed} />}
      {asked && (
        <AskedStep
          {...asked}
          busy={busy}
          problem={problem}
          close={() => setAsked(null)}
          step={(reason) => void step(asked.one, asked.to, reason)}
        />
      )}
    </>
  );
}

/** Its company cannot let it go on. */
const isOurPause = ({ isHeldByStaff, special }: Listed) => isHeldByStaff || special !== null;

const endTextOf = ({ special }: Listed) => (special ? copy.endTextSpecial : copy.endText);

interface AskedStepProps extends CampaignStep {
  busy: boolean;
  problem: Problem | null;
  close: () => void;
  step: (reason?: string) => void;
}

/** The question before a campaign is paused, let go on for its company, ended or taken down. */
function AskedStep({ one, to, step, ...same }: AskedStepProps) {
  const { name } = one;
  if (to === 'end')
    return (
      <ConfirmDialog
        open
        danger
        onOpenChange={same.close}
        title={copy.endTitle(name)}
        text={endTextOf(one)}
        yes={copy.end}
        busy={same.busy}
        problem={same.problem}
        onConfirm={() => step()}
      />
    );
  if (to === 'resume')
    return (
      <ConfirmDialog
        open
        onOpenChange={same.close}
        title={copy.resumeTitle(name)}
        text={copy.resumeText}
        yes={copy.resume}
        busy={same.busy}
        problem={same.problem}
        onConfirm={() => step()}
      />
    );
  const words =
    to === 'pause'
      ? { title: copy.pauseTitle(name), hint: copy.pauseText, yes: copy.pauseYes }
      : { title: copy.withdrawTitle(name), hint: endTextOf(one), yes: copy.withdrawYes };
  return <WithReason {...words} {...same} step={step} />;
}

interface WithReasonProps {
  title: string;
  hint: string;
  yes: string;
  busy: boolean;
  problem: Problem | null;
  close: () => void;
  step: (reason: string) => void;
}

function WithReason({ title, hint, yes, busy, problem, close, step }: WithReasonProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={title}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form="step-campaign" variant="danger" loading={busy}>
            {yes}
          </Button>
        </>
      }
    >
      <form
        id="step-campaign"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          setTried(true);
          if (reason.trim() !== '') step(reason);
        }}
      >
        <TextArea
          label={copy.rejectLabel}
          hint={hint}
          error={tried && reason.trim() === '' ? copy.rejectRequired : undefined}
          value={reason}
          maxLength={REASON_MOST}
          rows={4}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}
