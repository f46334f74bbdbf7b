import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requests } from '#domain/accounts/copy.ts';
import { admin, cards, pendingOrders } from '#domain/admin/copy.ts';
import { problems as problemCopy } from '#domain/advertising/sold-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { formatWeekday } from '#domain/time.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { AdminHead } from '../ui/page-head.tsx';
import styles from './admin.module.css';

const menu = copy.admin;

/** The programme guide: one channel for each area, with what is new on it. */
export default function AdminPage() {
  const sales = useQuery(api.orders.admin.list.queryOptions({ input: {} }));
  const pending = useQuery(api.orders.admin.list.queryOptions({ input: { status: 'pending' } }));
  const waiting = useQuery(api.accounts.admin.registrationRequests.queryOptions());
  const sold = useQuery(api.advertising.admin.sold.queryOptions({ input: {} }));
  const problems = useQuery(api.payments.admin.problems.queryOptions({ input: {} }));
  useLiveList(['packages'], () => Promise.all([sold.refetch(), problems.refetch()]));
  useLiveList(['orders'], () => Promise.all([sales.refetch(), pending.refetch()]));
  useLiveList(['profiles'], () => waiting.refetch());

  const channels: Channel[] = [
    {
      name: menu.packages,
      text: cards.subscriptions,
      to: pages.adminSubscriptions.path,
      fact: problems.data && problems.data.open > 0 && problemCopy.title(problems.data.open),
      count: sold.data?.total,
    },
    {
      name: menu.sales,
      text: cards.sales,
      to: pages.adminSales.path,
      fact: pending.data && pendingOrders(pending.data.total),
      count: sales.data?.total,
    },
    { name: menu.users, text: cards.users, to: pages.adminUsers.path },
    {
      name: requests.title,
      text: cards.requests,
      to: pages.adminRegistrationRequests.path,
      fact: waiting.data && requests.waiting(waiting.data.length),
      count: waiting.data?.length,
    },
    { name: menu.eventPayments, text: cards.eventPayments, to: pages.adminEventPayments.path },
    { name: menu.addToNetwork, text: cards.addToNetwork, to: pages.adminAddToNetwork.path },
    { name: cards.networkVisualName, text: cards.networkVisual, to: pages.adminNetworkVisual.path },
    { name: office.title, text: cards.vouchers, to: pages.adminVouchers.path },
  ];

  return (
    <>
      <AdminHead title={menu.dashboard}>
        <p className="muted">{formatWeekday(new Date())}</p>
      </AdminHead>
      <nav className={styles.guide} aria-label={admin.sections}>
        {channels.map(({ name, text, to, fact, count }, index) => (
          <Link key={to} to={to} data-channel={index + 1}>
            <span className={styles.key} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.what}>
              <b>{name}</b>
              <span>{text}</span>
            </span>
            <span className={styles.fact}>{fact}</span>
            <span className={styles.count}>{count !== undefined && formatNumber(count)}</span>
          </Link>
        ))}
      </nav>
    </>
  );
}

interface Channel {
  name: string;
  text: string;
  to: string;
  /** The latest thing worth knowing, when the area tells one. */
  fact?: string | false | undefined;
  count?: number | undefined;
}
