import { useQuery } from '@tanstack/react-query';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { formatMoneyExact, formatNumber } from '#domain/money.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { deliveryBy } from '#domain/orders/rules.ts';
import type { ConfirmedOrder } from '#domain/orders/shapes.ts';
import { confirmation as copy, lineName } from '#domain/payments/copy.ts';
import { buildTimeExchangeRate, priceNote } from '#domain/prices.ts';
import { dueOn } from '#domain/tasks/rules.ts';
import { formatDateInSentence, formatDateTime } from '#domain/time.ts';
import { api } from '../api.ts';
import { useSession } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './paid-card.module.css';
import paid from './signal-paid.svg';
import { StateCard } from './state-card.tsx';

type Paid = Pick<ConfirmedOrder, 'number' | 'kind' | 'productName' | 'amount' | 'currency' | 'rate'> & {
  paidAt: Date | string | null;
  email: string;
  address?: string | null;
};

/** The success card. What was bought is shown to its buyer; whoever is signed out reads the specified words alone. */
export function PaidCard({ sessionId, order, heading }: { sessionId?: string; order?: Paid; heading?: 'h1' | 'h2' }) {
  const signedIn = useSession().status === 'signedIn';
  const asked = useQuery({
    ...api.orders.confirmed.queryOptions({ input: { sessionId: sessionId ?? '' } }),
    enabled: signedIn && sessionId !== undefined,
  });
  const bought = order ?? asked.data;
  return (
    <StateCard picture={<img src={paid} alt="" />} title={copy.okTitle} role="status" heading={heading} wide>
      <p className="lede">{copy.okText}</p>
      {bought && <Bought order={bought} heading={heading === 'h2' ? 'h3' : 'h2'} />}
      <div className={styles.actions}>
        <ButtonLink to="/">{copy.okButton}</ButtonLink>
        {bought && (
          <ButtonLink to={orderPath(bought.number)} variant="secondary">
            {copy.okOrder}
          </ButtonLink>
        )}
      </div>
    </StateCard>
  );
}

function Bought({ order, heading: Heading }: { order: Paid; heading: 'h2' | 'h3' }) {
  const product = productNamed(order.productName);
  const facts: [string, string][] = [
    [copy.okNumber, String(order.number)],
    [copy.okItem, product ? lineName(product) : order.productName],
    [copy.okPaid, `${formatMoneyExact(order)} (${priceNote(order, order.rate ?? buildTimeExchangeRate())})`],
    ...(order.address ? [[copy.okAddress, order.address] as [string, string]] : []),
    [copy.okMail, copy.okMailTo(order.email)],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span>{value}</span>
              {name === copy.okNumber && <CopyButton value={value} what={name} />}
            </dd>
          </div>
        ))}
      </dl>
      <Heading className="d h3">{copy.okNext}</Heading>
      <ol className={styles.steps}>
        {stepsOf(order).map(([name, text]) => (
          <li key={name}>
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Only what is recorded: the payment, the day promised for delivery, and what staff have a task for. */
function stepsOf({ kind, productName, paidAt }: Paid): readonly (readonly string[])[] {
  const at = new Date(paidAt ?? Date.now());
  const { paid, delivery, benefits, special, credited, advert } = copy.okSteps;
  const first = paid(formatDateTime(at));
  if (kind === 'device')
    return [
      first,
      delivery(formatDateInSentence(deliveryBy(at))),
      benefits(formatDateInSentence(dueOn('benefits', at))),
    ];
  if (kind === 'special') return [first, special(formatDateInSentence(dueOn('special-start', at)))];
  const product = productNamed(productName);
  if (product?.kind !== 'package') return [first];
  return [first, credited(formatNumber(product.bannerCount), formatNumber(product.tvSeconds)), advert()];
}
