import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requests } from '#domain/accounts/copy.ts';
import { audit } from '#domain/admin/audit-copy.ts';
import { admin, cards, overview as copy, pendingOrders } from '#domain/admin/copy.ts';
import { mails } from '#domain/admin/mails-copy.ts';
import { problems as problemCopy } from '#domain/advertising/sold-copy.ts';
import { formatMoney, formatNumber } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { copy as shell } from '#domain/shell/copy.ts';
import { formatWeekday } from '#domain/time.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { api, type client } from '../api.ts';
import { LIVE_LISTS, useLiveList } from '../live.ts';
import { SparkBars } from '../ui/bar-chart.tsx';
import { TextLink } from '../ui/link.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Activity } from './activity.tsx';
import styles from './admin.module.css';
import { SalesCharts } from './sales-charts.tsx';

const menu = shell.admin;
type Overview = Awaited<ReturnType<typeof client.admin.overview>>;

/** The programme guide: one channel for each area, with what is new on it; then sales over time and the newest entries. */
export default function AdminPage() {
  const overview = useQuery(api.admin.overview.queryOptions());
  const connection = useLiveList(LIVE_LISTS, () => overview.refetch());
  return (
    <>
      <AdminHead title={menu.dashboard}>
        <p className="muted">{formatWeekday(new Date())}</p>
        <TextLink to={pages.account.path}>{shell.header.account}</TextLink>
      </AdminHead>
      <p className="vh" role="status">
        {connection === 'lost' ? admin.lost : ''}
      </p>
      <nav className={styles.guide} aria-label={admin.sections}>
        {channelsOf(overview.data).map(({ name, text, to, fact, count, bars, colour }, index) => (
          <Link key={to} to={to} data-channel={index + 1}>
            <span className={styles.key} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.what}>
              <b>{name}</b>
              <span>{text}</span>
            </span>
            <span className={styles.fact}>{fact}</span>
            <span className={styles.bars}>{bars && <SparkBars values={bars} colour={colour ?? 'var(--ink-3)'} />}</span>
            <span className={styles.count}>{count !== undefined && formatNumber(count)}</span>
          </Link>
        ))}
      </nav>
      <SalesCharts />
      <Activity />
    </>
  );
}

interface Channel {
  name: string;
  text: string;
  to: string;
  /** The latest thing worth knowing, when the area tells one. */
  fact?: string | undefined;
  count?: number | undefined;
  bars?: number[] | undefined;
  colour?: string;
}

function channelsOf(now: Overview | undefined): Channel[] {
  const latest = now?.packages.latest;
  return [
    {
      name: menu.packages,
      text: cards.subscriptions,
      to: pages.adminSubscriptions.path,
      fact: now?.packages.problems
        ? problemCopy.title(now.packages.problems)
        : latest
          ? copy.latest(latest.packageName, formatMoney(latest))
          : undefined,
      count: now?.packages.total,
      bars: now?.packages.bars,
      colour: 'var(--bar-yellow)',
    },
    {
      name: menu.sales,
      text: cards.sales,
      to: pages.adminSales.path,
      fact: now && [copy.soldToday(now.sales.today), pendingOrders(now.sales.pending)].join(', '),
      count: now?.sales.total,
      bars: now?.sales.bars,
      colour: 'var(--bar-cyan)',
    },
    {
      name: menu.users,
      text: cards.users,
      to: pages.adminUsers.path,
      fact: now && copy.labels(now.people.companies, now.people.installers),
      count: now?.people.total,
      bars: now?.people.bars,
      colour: 'var(--bar-green)',
    },
    {
      name: requests.title,
      text: cards.requests,
      to: pages.adminRegistrationRequests.path,
      fact: now && (now.requests.oldest ? copy.oldest(daysSince(now.requests.oldest)) : requests.waiting(0)),
      count: now?.requests.total,
    },
    {
      name: menu.eventPayments,
      text: cards.eventPayments,
      to: pages.adminEventPayments.path,
      fact: now && copy.unpaid(now.event.unpaid),
      count: now?.event.total,
      bars: now?.event.bars,
      colour: 'var(--bar-red)',
    },
    {
      name: menu.addToNetwork,
      text: cards.addToNetwork,
      to: pages.adminAddToNetwork.path,
      fact: now && copy.outside(now.network.outside),
      count: now?.network.outside,
    },
    {
      name: cards.networkVisualName,
      text: cards.networkVisual,
      to: pages.adminNetworkVisual.path,
      fact: now && copy.levels(now.network.levels),
      count: now?.network.total,
      bars: now?.network.bars,
    },
    {
      name: office.title,
      text: cards.vouchers,
      to: pages.adminVouchers.path,
      fact: now && copy.unused(now.vouchers.unused),
      count: now?.vouchers.total,
    },
    {
      name: mails.title,
      text: cards.mail,
      to: pages.adminMail.path,
      fact: now && (now.mail.failed > 0 ? mails.failed(now.mail.failed) : mails.waiting(now.mail.waiting)),
    },
    { name: audit.title, text: cards.audit, to: pages.adminAudit.path },
  ];
}

const daysSince = (when: string | Date) => Math.floor((Date.now() - new Date(when).getTime()) / 86_400_000);
