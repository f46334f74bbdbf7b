import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { pages } from '#domain/pages.ts';
import { returnCopy as copy } from '#domain/returns/copy.ts';
import { api } from '../../api.ts';
import { MembersOnly } from '../../auth/members-only.tsx';
import { errorCode } from '../../error-message.ts';
import { useOwnChanges } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { OwnReturns } from './own-returns.tsx';
import styles from './return.module.css';
import { ReturnForm } from './return-form.tsx';

/** A buyer sends devices of one of its orders back, and reads how that goes. */
export default function AccountReturnPage() {
  const { number: asked = '' } = useParams();
  const number = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
  return (
    <div className={styles.page}>
      <p className={styles.crumb}>
        <Link to={`${pages.account.path}#narudzbine`}>{copy.orders}</Link> /{' '}
        {number > 0 ? <Link to={orderPath(number)}>{asked}</Link> : asked}
      </p>
      <MembersOnly meanwhile={<Skeleton lines={8} heading={copy.open} />}>
        {() => <Order key={number} number={number} asked={asked} />}
      </MembersOnly>
    </div>
  );
}

function Order({ number, asked }: { number: number; asked: string }) {
  const order = useQuery(
    api.returns.read.queryOptions({
      input: { number },
      enabled: number > 0,
      retry: (count, error) => errorCode(error) !== 'ORDER_GONE' && count < 2,
    }),
  );
  useOwnChanges(() => order.refetch(), number > 0);
  if (number === 0 || (order.isError && errorCode(order.error) === 'ORDER_GONE'))
    return (
      <Empty title={copy.gone(asked)} heading="h1">
        <Link to={`${pages.account.path}#narudzbine`}>{copy.orders}</Link>
      </Empty>
    );
  return (
    <DataPart name={copy.what} part={partStateOf(order)} lines={8} heading={copy.open}>
      {() => {
        const own = order.data!;
        return (
          <>
            {own.kinds.length > 0 ? (
              <ReturnForm own={own} reload={order.refetch} />
            ) : (
              <Empty title={copy.nothing} text={copy.nothingText} heading="h1">
                <Link to={orderPath(number)}>{copy.back}</Link>
              </Empty>
            )}
            <OwnReturns own={own} reload={order.refetch} />
          </>
        );
      }}
    </DataPart>
  );
}
