import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { campaignListCopy, shownStates } from '#domain/campaigns/own-copy.ts';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { REASON_MOST } from '#domain/campaigns/rules.ts';
import { common } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { api, client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Table } from '../../ui/table/table.tsx';
import { useLiveRows } from '../../use-live-rows.ts';
import { write } from '../../write.ts';
import styles from '../admin-campaigns.module.css';
import { Progress } from '../progress.tsx';
import { STATE_TONES } from '../state-tones.ts';

type State = Parameters<typeof client.campaigns.admin.list>[0]['state'];
type Listed = Awaited<ReturnType<typeof client.campaigns.admin.list>>[number];

/** Campaigns that were decided once, by state, with what may be done to them. */
export function DecidedCampaigns({ state, reload }: { state: State; reload: () => Promise<unknown> }) {
  const list = useQuery(api.campaigns.admin.list.queryOptions({ input: { state } }));
  useLiveRows('campaigns', () => list.refetch({ throwOnError: true }));
  const [asked, setAsked] = useState<{ one: Listed; to: 'end' | 'withdraw' } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [drawn, setDrawn] = useState<string | null>(null);
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
  const step = useSingleFlight(
    async (one: Listed, to: 'pause' | 'resume' | 'end' | 'withdraw', reason: string = '') => {
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
    },
  );
  const runs = ({ state: now }: Listed) => ['scheduled', 'active', 'behind', 'paused'].includes(now);
  return (
    <>
      <DataPart name={copy.tabs[state]} part={partStateOf(list)} lines={6}>
        {() => (
          <Table
            caption={copy.tabs[state]}
            rows={list.data}
            rowKey={({ id }) => id}
            rowTone={({ state: now }) => STATE_TONES[now] ?? 'still'}
            empty={copy.none}
            columns={[
              {
                key: 'name',
                header: copy.th.campaign,
                cell: ({ name, codePausedAt }) => (
                  <span>
                    <b>{name}</b> {codePausedAt && <Badge tone="warn">{copy.codePaused}</Badge>}
                  </span>
                ),
              },
              { key: 'company', header: copy.th.company, cell: ({ company }) => company },
              {
                key: 'state',
                header: campaignListCopy.th.state,
                cell: (one) => <Badge tone={STATE_TONES[one.state]}>{shownStates[one.state]}</Badge>,
              },
              {
                key: 'progress',
                header: copy.th.progress,
                cell: ({ kind, counted, budget, planned }) => (
                  <div className={styles.progress}>
                    <Progress kind={kind} counted={counted} budget={budget} planned={planned} />
                    <span className="s">{`${formatNumber(counted)} / ${formatNumber(budget)}`}</span>
                  </div>
                ),
              },
              {
                key: 'reins',
                header: copy.th.acts,
                bare: true,
                cell: (one) => (
                  <div className={styles.reins}>
                    {one.state !== 'rejected' && (
                      <Button
                        variant="ghost"
                        size="sm"
                        loading={drawn === one.id}
                        aria-label={`${reportCopy.pdf}: ${one.name}`}
                        onClick={() => void download(one.id)}
                      >
                        {reportCopy.pdf}
                      </Button>
                    )}
                    {runs(one) && (
                      <>
                        <Button
                          variant="secondary"
                          size="sm"
                          disabled={busy}
                          onClick={() => void step(one, one.state === 'paused' ? 'resume' : 'pause')}
                        >
                          {one.state === 'paused' ? copy.resume : copy.pause}
                        </Button>
                        <Button variant="secondary" size="sm" onClick={() => setAsked({ one, to: 'end' })}>
                          {copy.end}
                        </Button>
                        <Button variant="danger" size="sm" onClick={() => setAsked({ one, to: 'withdraw' })}>
                          {copy.withdraw}
                        </Button>
                      </>
                    )}
                  </div>
                ),
              },
            ]}
          />
        )}
      </DataPart>
      {asked?.to === 'end' && (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setAsked(null)}
          title={copy.endTitle(asked.one.name)}
          text={endTextOf(asked.one)}
          yes={copy.end}
          busy={busy}
          problem={problem}
          onConfirm={() => void step(asked.one, 'end')}
        />
      )}
      {asked?.to === 'withdraw' && (
        <Withdraw
          name={asked.one.name}
          hint={endTextOf(asked.one)}
          busy={busy}
          problem={problem}
          close={() => setAsked(null)}
          withdraw={(reason) => void step(asked.one, 'withdraw', reason)}
        />
      )}
    </>
  );
}

const endTextOf = ({ special }: Listed) => (special ? copy.endTextSpecial : copy.endText);

interface WithdrawProps {
  name: string;
  hint: string;
  busy: boolean;
  problem: Problem | null;
  close: () => void;
  withdraw: (reason: string) => void;
}

function Withdraw({ name, hint, busy, problem, close, withdraw }: WithdrawProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={copy.withdrawTitle(name)}
      problem={problem}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button type="submit" form="withdraw-campaign" variant="danger" loading={busy}>
            {copy.withdrawYes}
          </Button>
        </>
      }
    >
      <form
        id="withdraw-campaign"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          setTried(true);
          if (reason.trim() !== '') withdraw(reason);
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
