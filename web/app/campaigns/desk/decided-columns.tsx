import { campaignListCopy, shownStates } from '#domain/campaigns/own-copy.ts';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { formatNumber } from '#domain/money.ts';
import type { client } from '../../api.ts';
import { PersonLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table/table.tsx';
import styles from '../admin-campaigns.module.css';
import { Progress } from '../progress.tsx';
import { STATE_TONES } from '../state-tones.ts';

export type Listed = Awaited<ReturnType<typeof client.campaigns.admin.list>>['rows'][number];

interface Actions {
  busy: boolean;
  /** The campaign whose report is drawn. */
  drawn: string | null;
  onPdf: (one: Listed) => void;
  onResume: (one: Listed) => void;
  /** These are done after a question only. */
  onAsk: (one: Listed, to: 'pause' | 'end' | 'withdraw') => void;
}

const RUNNING = ['scheduled', 'active', 'behind', 'paused'];

export const decidedColumns = ({ busy, drawn, onPdf, onResume, onAsk }: Actions): Column<Listed>[] => [
  {
    key: 'name',
    header: copy.th.campaign,
    cell: ({ name, codePausedAt }) => (
      <span>
        <b>{name}</b> {codePausedAt && <Badge tone="warn">{copy.codePaused}</Badge>}
      </span>
    ),
  },
  {
    key: 'company',
    header: copy.th.company,
    cell: ({ company, companyId }) => <PersonLink id={companyId}>{company}</PersonLink>,
  },
  {
    key: 'state',
    header: campaignListCopy.th.state,
    cell: (one) => (
      <span>
        <Badge tone={STATE_TONES[one.state]}>{shownStates[one.state]}</Badge>
        {one.state === 'paused' && (
          <span className="muted s"> {copy.paused({ ...one, isSpecial: one.special !== null })}</span>
        )}
      </span>
    ),
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
            onClick={() => onPdf(one)}
          >
            {reportCopy.pdf}
          </Button>
        )}
        {RUNNING.includes(one.state) && (
          <>
            {one.state !== 'paused' && (
              <Button variant="secondary" size="sm" disabled={busy} onClick={() => onAsk(one, 'pause')}>
                {copy.pause}
              </Button>
            )}
            {one.state === 'paused' && one.isAccountOpen && !one.isEmpty && (
              <Button variant="secondary" size="sm" disabled={busy} onClick={() => onResume(one)}>
                {copy.resume}
              </Button>
            )}
            <Button variant="secondary" size="sm" onClick={() => onAsk(one, 'end')}>
              {copy.end}
            </Button>
            <Button variant="danger" size="sm" onClick={() => onAsk(one, 'withdraw')}>
              {copy.withdraw}
            </Button>
          </>
        )}
      </div>
    ),
  },
];
