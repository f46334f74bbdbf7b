import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDinars, formatNumber } from '#domain/money.ts';
import { ownRewardsCopy as copy } from '#domain/rewards/own-copy.ts';
import { firstDay } from '#domain/rewards/rules.ts';
import { api, client } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty } from '../ui/table/empty.tsx';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import styles from './my-rewards.module.css';
import { closingHint, type OwnRewards } from './own-rewards.ts';
import { OwnStatements } from './own-statements.tsx';
import { Rules } from './rules.tsx';
import { TaxNumber } from './tax-number.tsx';

/** What was counted on a viewer's TVs, what it is worth by the rules, and the statements of closed months. */
export default function MyRewards() {
  const [month, setMonth] = useState<string>();
  const read = useQuery(
    api.rewards.own.read.queryOptions({ input: month ? { month } : {}, placeholderData: keepPreviousData }),
  );
  useOwnChanges(() => read.refetch());
  return (
    <DataPart name={copy.statements} part={partStateOf(read)} lines={10}>
      {() => <Shown rewards={read.data!} onMonth={setMonth} reload={() => read.refetch()} />}
    </DataPart>
  );
}

interface ShownProps {
  rewards: OwnRewards;
  onMonth: (month: string) => void;
  reload: () => Promise<unknown>;
}

function Shown({ rewards, onMonth, reload }: ShownProps) {
  const { month, months, days, tvs } = rewards;
  const hasNothing = months.length <= 1 && days.length === 0 && rewards.statements.length === 0;
  return (
    <div className={styles.part}>
      {hasNothing ? (
        <Empty title={copy.empty} text={copy.emptyText}>
          {!rewards.hasTv && <ButtonLink to="#televizori">{copy.emptyButton}</ButtonLink>}
        </Empty>
      ) : (
        <>
          <Figures rewards={rewards} />
          <p className="s muted">{copy.honest}</p>
          {rewards.rules.length === 0 && <p className={styles.note}>{copy.noRule}</p>}
          <DayChart month={month} days={days} tvs={tvs} />
          <DayTable rewards={rewards} onMonth={onMonth} csv={<Csv month={month} />} />
        </>
      )}
      {(rewards.rules.length > 0 || rewards.statements.length > 0) && (
        <div className={styles.two}>
          <Rules rules={rewards.rules} />
          <OwnStatements rewards={rewards} reload={reload} />
        </div>
      )}
      {rewards.asksTaxNumber && <TaxNumber reload={reload} />}
      {!hasNothing && (
        <p className={styles.note} data-warn={rewards.account === null || undefined}>
          <b>{rewards.account === null ? copy.noAccount : copy.account(rewards.account)}</b>{' '}
          {rewards.account === null ? copy.noAccountHint : copy.accountHint}{' '}
          <Link to="#profil" replace preventScrollReset>
            {copy.toProfile}
          </Link>
        </p>
      )}
    </div>
  );
}

function Figures({ rewards }: { rewards: OwnRewards }) {
  const { month, until, amount, banners, tvSeconds, tvs, months } = rewards;
  const isCurrent = month === months[0];
  const name = !isCurrent ? copy.sumOf(month) : until ? copy.sum(firstDay(month), until) : copy.sumNothing;
  return (
    <dl className={styles.figures}>
      <div data-main>
        <dd className="num">{formatDinars(amount)}</dd>
        <dt>{name}</dt>
        <dd className={styles.hint}>{closingHint(rewards)}</dd>
      </div>
      <div>
        <dd className="num">{formatNumber(banners)}</dd>
        <dt>{copy.banners}</dt>
        <dd className={styles.hint}>{copy.onTvs(tvs.length)}</dd>
      </div>
      <div>
        <dd className="num">{formatNumber(tvSeconds)}</dd>
        <dt>{copy.seconds}</dt>
        <dd className={styles.hint}>{isCurrent ? copy.today : ''}</dd>
      </div>
    </dl>
  );
}

function Csv({ month }: { month: string }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await client.rewards.own.file({ month }));
    } catch {
      toast.error(copy.csvFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" variant="secondary" loading={busy} onClick={() => void download()}>
      {copy.csv}
    </Button>
  );
}
