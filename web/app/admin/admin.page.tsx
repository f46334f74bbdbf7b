import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requests } from '#domain/accounts/copy.ts';
import { noAccess } from '#domain/accounts/staff/duty-copy.ts';
import { admin, cards, overview as copy, pendingOrders } from '#domain/admin/copy.ts';
import { mails } from '#domain/admin/mails-copy.ts';
import { todayCopy } from '#domain/admin/today-copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { type Count, formatCount, isSome } from '#domain/count.ts';
import { daysLater } from '#domain/day.ts';
import { formatMoney } from '#domain/money.ts';
import { mayOpen, menuPages, type PageIn } from '#domain/pages.ts';
import { problems as problemCopy } from '#domain/payments/problems-copy.ts';
import { picturesCopy } from '#domain/returns/pictures-copy.ts';
import { dayOf, daysSince, formatDateTime, formatDayAndMonth } from '#domain/time.ts';
import { api, type client } from '../api.ts';
import { StaffInstallations } from '../installations/staff-installations.tsx';
import { useLiveList } from '../live.ts';
import { NoFigure, PartFailed, PartStale } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { usePermissions } from '../session.ts';
import { StaffTasks } from '../tasks/staff-tasks.tsx';
import { SparkBars } from '../ui/media/bar-chart.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { Thumbs } from '../uploads/picture-tiles.tsx';
import styles from './admin.module.css';
import { Freshness } from './freshness.tsx';
import { NewestAuditEntries } from './newest-audit-entries.tsx';
import { SalesCharts } from './sales-charts.tsx';
import { Today } from './today/today.tsx';

type Overview = Awaited<ReturnType<typeof client.admin.overview>>;

/** What waits today; one tile for each area with what is new in it; then sales over time and the newest entries of the log. */
export default function AdminPage() {
  const permissions = usePermissions();
  const overview = useQuery(api.admin.overview.queryOptions());
  const tiles = tilesOf(overview.data);
  const own = menuPages('dashboard').filter(({ page }) => mayOpen(page, permissions));
  const connection = useLiveList('overview', () => overview.refetch({ throwOnError: true }));
  const part = partStateOf(overview);
  const missing = overview.data ? null : <NoFigure part={part} />;
  return (
    <>
      <Today>{overview.data && <Upkeep {...overview.data.upkeep} />}</Today>
      {own.length > 0 && <h2 className={`d h3 ${styles.programme}`}>{todayCopy.program}</h2>}
      <p className={styles.kept} role="status">
        {connection === 'lost' && (
          <Freshness
            connection={connection}
            readAt={overview.dataUpdatedAt}
            isStale={false}
            isHeld={false}
            reload={overview.refetch}
          />
        )}
      </p>
      <div className={styles.kept}>
        {part.state === 'failed' && <PartFailed name={copy.tiles} part={part} />}
        {part.state === 'stale' && connection !== 'lost' && <PartStale part={part} />}
      </div>
      {own.length > 0 && (
        <nav className={styles.guide} aria-label={admin.sections}>
          {own.map(({ page, path, name }, index) => {
            const { heading, fact, count, bars, colour, holds = 'count' } = tiles[page] ?? NO_FIGURES;
            return (
              <Link key={path} to={path} data-channel={index + 1}>
                <span className={styles.key} aria-hidden="true">
                  {index + 1}
                </span>
                <span className={styles.what}>
                  <b>{heading ?? name}</b>
                  <span>{cards[page]}</span>
                </span>
                <span className={styles.fact}>{fact ?? (holds === 'fact' && missing)}</span>
                <span className={styles.bars}>
                  {bars && <SparkBars values={bars} days={daysOf(bars)} colour={colour ?? 'var(--ink-3)'} />}
                </span>
                <span className={styles.count}>{count ? formatCount(count) : holds === 'count' && missing}</span>
              </Link>
            );
          })}
        </nav>
      )}
      {own.length === 0 && <Empty title={noAccess.nothing} text={noAccess.nothingText} />}
      {permissions.has('answer customers') && (
        <>
          <StaffTasks picturesOf={({ pictures }) => <Thumbs pictures={pictures} label={picturesCopy.ofBuyer} />} />
          <StaffInstallations />
        </>
      )}
      {permissions.has('see sales') && <SalesCharts />}
      {permissions.has('see audit') && <NewestAuditEntries />}
    </>
  );
}

/** What whoever keeps the server must see to, said to those who know that person. */
function Upkeep({ lastBackupAt, isBackupLate, heldSince, jobsWait, backup }: Overview['upkeep']) {
  if (!heldSince && !isBackupLate && !jobsWait) return null;
  const late = backup
    ? copy.backupUnderWay(Math.floor((100 * backup.done) / Math.max(1, backup.total)))
    : copy.backupLate(lastBackupAt && formatDateTime(lastBackupAt));
  return (
    <div className={styles.upkeep} role="status">
      {heldSince && <p>{copy.held(formatDateTime(heldSince))}</p>}
      {jobsWait && !heldSince && <p>{copy.jobsWait}</p>}
      {isBackupLate && <p>{late}</p>}
    </div>
  );
}

interface Tile {
  /** What the area's own screen is called, where the menu says it shorter. */
  heading?: string;
  /** The latest thing worth knowing, when the area has one. */
  fact?: string | null | undefined;
  count?: Count | undefined;
  /** The figure that stands there in any case, `count` if it is not said. */
  holds?: 'count' | 'fact' | 'nothing';
  bars?: number[] | undefined;
  colour?: string;
}

const NO_FIGURES: Tile = { holds: 'nothing' };

/** Of the areas that have figures. */
function tilesOf(now: Overview | undefined): Partial<Record<PageIn<'dashboard'>, Tile>> {
  const latest = now?.packages?.latest;
  return {
    adminSubscriptions: {
      fact: latest ? copy.latest(packageTitle(latest.packageName), formatMoney(latest)) : undefined,
      count: now?.packages?.total,
      bars: now?.packages?.bars,
      colour: 'var(--bar-yellow)',
    },
    adminSales: {
      fact: now?.sales?.problems
        ? problemCopy.title(now.sales.problems)
        : now?.sales && [copy.soldToday(now.sales.today), pendingOrders(now.sales.pending)].join(', '),
      count: now?.sales?.total,
      bars: now?.sales?.bars,
      colour: 'var(--bar-cyan)',
    },
    adminUsers: {
      fact: now?.people && copy.labels(now.people.companies, now.people.installers),
      count: now?.people?.total,
      bars: now?.people?.bars,
      colour: 'var(--bar-green)',
    },
    adminRegistrationRequests: {
      fact:
        now?.requests &&
        (now.requests.oldest ? copy.oldest(daysSince(new Date(now.requests.oldest), new Date())) : requests.waiting(0)),
      count: now?.requests?.total,
    },
    adminEventPayments: {
      fact: now?.event && copy.unpaid(now.event.unpaid),
      count: now?.event?.total,
      bars: now?.event?.bars,
      colour: 'var(--bar-red)',
    },
    adminCheckIn: {
      holds: 'fact',
      fact: now?.doors && copy.admitted(now.doors.admitted, now.doors.issued),
    },
    adminAddToNetwork: {
      fact: now?.network && copy.outside(now.network.outside),
      count: now?.network?.outside,
    },
    adminNetworkVisual: {
      fact: now?.network && copy.levels(now.network.levels),
      count: now?.network?.total,
      bars: now?.network?.bars,
    },
    adminVouchers: {
      fact: now?.vouchers && copy.unused(now.vouchers.unused),
      count: now?.vouchers?.total,
    },
    adminBank: {
      fact:
        now?.bank &&
        (now.bank.oldest
          ? copy.undecided(now.bank.oldest.number, formatDayAndMonth(now.bank.oldest.day))
          : copy.decided),
      count: now?.bank?.open,
    },
    adminStock: {
      fact: now?.stock && copy.inStock,
      count: now?.stock?.left,
    },
    adminMail: {
      heading: mails.title,
      holds: 'fact',
      fact: now?.mail && (isSome(now.mail.failed) ? mails.failed(now.mail.failed) : mails.waiting(now.mail.waiting)),
    },
  };
}

/** The bars end with today in Belgrade. */
const daysOf = (bars: readonly number[]) =>
  bars.map((_, index) => formatDayAndMonth(`${daysLater(dayOf(new Date()), index + 1 - bars.length)}T12:00:00Z`));
