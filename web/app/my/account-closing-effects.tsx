import { useQuery } from '@tanstack/react-query';
import { closingList as copy } from '#domain/accounts/account-copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { formatMoney, formatNumber } from '#domain/money.ts';
import { monthYear } from '#domain/months-copy.ts';
import { lineName } from '#domain/payments/copy.ts';
import { myTasks } from '#domain/tasks/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, type client } from '../api.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './section.module.css';

type UnderWay = Awaited<ReturnType<typeof client.accounts.own.closing>>;

/** What closing the account touches; read when the dialog opens. */
export const useAccountClosingEffects = () => useQuery({ ...api.accounts.own.closing.queryOptions(), staleTime: 0 });

/** What happens to each of it. */
export function accountClosingEffectLines(data: UnderWay): string[] {
  return [
    ...data.orders.map(({ productName, number, stage, came }) => {
      const product = productNamed(productName);
      const said = copy.order(stage, product ? lineName(product) : productName, number);
      return came > 0 ? `${said} ${copy.cameBack(formatMoney({ amount: came, currency: 'RSD' }))}` : said;
    }),
    ...data.refunds.map((refund) => copy.refund(formatMoney(refund), refund.number, formatDate(refund.refundBy))),
    ...data.paybacks.map(({ state, number, ...money }) => copy.payback(state, formatMoney(money), number)),
    ...data.rewards.map(({ month, amount, ends }) =>
      copy.reward(monthYear(month), formatMoney({ amount, currency: 'RSD' }), ends),
    ),
    ...data.subscriptions.map(({ packageName, paidUntil }) =>
      copy.subscription(packageTitle(packageName), paidUntil && formatDate(paidUntil)),
    ),
    ...(data.banners + data.tvSeconds > 0
      ? [copy.balance(formatNumber(data.banners), formatNumber(data.tvSeconds))]
      : []),
    ...data.tasks.map(({ kind, orderNumber, dueOn }) => copy.task(myTasks.names[kind], orderNumber, formatDate(dueOn))),
  ];
}

/** Nothing when there is nothing. */
export function AccountClosingEffects() {
  const { data, error } = useAccountClosingEffects();
  if (error && !data) return <p role="alert">{copy.failed}</p>;
  if (!data) return <Skeleton lines={3} />;
  const lines = accountClosingEffectLines(data);
  if (lines.length === 0) return null;
  return (
    <div className={styles.part}>
      <h3 className="d h4">{copy.title}</h3>
      <ul className={styles.points}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
