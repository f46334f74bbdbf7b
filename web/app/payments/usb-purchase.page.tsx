import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DevicePackage } from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { formatMoney } from '#domain/money.ts';
import type { WayProblem } from '#domain/order-states.ts';
import { CONTINUED } from '#domain/payments/continue-path.ts';
import { purchase } from '#domain/payments/copy.ts';
import type { BuyerForm as Form } from '#domain/payments/rules.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { dinarsAt } from '#domain/prices.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { client } from '../api.ts';
import { MembersOnly } from '../auth/members-only.tsx';
import { type Account, resolveAccount } from '../session.ts';
import { SandboxNotice } from '../shell/sandbox-notice.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import { AwaitPayment, type StartedPayment } from './await-payment.tsx';
import { BuyerForm } from './buyer-form.tsx';
import type { PaymentTab } from './open-payment.ts';
import { buyerOf, type Fields, fieldsOfOrder, placeOf } from './order-fields.ts';
import { orderRequest } from './order-request.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayWays } from './pay-ways.tsx';
import styles from './payments.module.css';
import { nameStartedOrder, useContinuedOrder } from './use-continued-order.ts';
import { type Place, usePaymentMethod } from './use-payment-method.ts';

export default function UsbPurchasePage() {
  return (
    <div className={styles.page}>
      <SandboxNotice />
      <h1 className={`d h1 ${styles.title}`}>{purchase.title}</h1>
      <MembersOnly meanwhile={<Skeleton lines={6} />}>{(account) => <Purchase account={account} />}</MembersOnly>
    </div>
  );
}

function Purchase({ account }: { account: Account }) {
  const [search] = useSearchParams();
  const { product, refusal } = orderRequest(search);
  const { order, isLoading } = useContinuedOrder(search, product);
  if (product === null) return <Refused text={refusal} />;
  if (isLoading) return <Skeleton lines={6} />;
  const sent = order?.delivery ? fieldsOfOrder(order.delivery) : null;
  return (
    <Order key={`${product.key} ${search.get(CONTINUED) ?? ''}`} account={account} product={product} before={sent} />
  );
}

interface OrderProps {
  account: Account;
  product: DevicePackage;
  /** The form of the order that is gone on with. */
  before: Fields | null;
}

function Order({ account, product, before }: OrderProps) {
  const [started, setStarted] = useState<StartedPayment | null>(null);
  const [sent, setSent] = useState(before);
  const choice = usePaymentMethod('device', product.price.amount, { own: placeOfAccount(account) });
  const wait = choice.waits(product.deviceCount);
  const day = wait?.from ? formatDateInSentence(wait.from) : null;

  async function pay(form: Form, tab: PaymentTab | null): Promise<Problem | null> {
    const buyerInfo = buyerOf(form);
    // An unfinished order of the same product is continued, so asking again is the same order and payment page.
    const outcome = await write(
      () =>
        client.payments.createPayment({
          productName: product.name,
          productPrice: product.price.amount / 100,
          buyerInfo,
          termsVersion: buyerInfo.companyTaxNumber ? documentVersions.companyTerms : documentVersions.memberTerms,
          ...choice.asked,
        }),
      { failed: choice.way === 'card' ? purchase.failed : waysCopy.orderFailed, patience: 20_000 },
    );
    if (outcome.outcome === 'done') {
      const { url, orderId, number, transfer } = outcome.value;
      if (choice.way !== 'card') {
        choice.showSlip({ number, transfer });
        return null;
      }
      tab?.go(url);
      setSent(form);
      setStarted({ url, orderId, blocked: tab === null });
      nameStartedOrder(product, number);
      return null;
    }
    tab?.close();
    if (outcome.code === 'RATE_CHANGED') await choice.reload();
    if (outcome.code === 'WAY_NOT_POSSIBLE' && choice.way === 'cash_on_delivery') {
      choice.refuse({ why: (outcome.data as { why: WayProblem }).why, to: placeOf(form) });
      void choice.reload();
    }
    if (outcome.code === 'UNAUTHORIZED' || outcome.code === 'FORBIDDEN') void resolveAccount();
    return outcome;
  }

  return (
    <div className={styles.columns}>
      {started ? (
        <AwaitPayment key={started.orderId} started={started} change={() => setStarted(null)} />
      ) : (
        <BuyerForm
          account={account}
          sent={sent}
          way={choice.way}
          isLeaving={choice.isLeaving}
          ways={({ country, isFirm, to }) => (
            <PayWays
              kind="device"
              selected={choice.way}
              onSelect={choice.setWay}
              transferText={choice.transferText(isFirm)}
              onDeliveryText={waysCopy.onDelivery(onDelivery(product.price, choice.rate), to.phone)}
              later={wait && waysCopy.device.later(day)}
              why={(way) => choice.why(way, country || 'RS', to)}
            />
          )}
          pay={pay}
        />
      )}
      <OrderSummary product={product} way={choice.way} rate={choice.rate} wait={wait && waysCopy.wait(day)} />
    </div>
  );
}

/** An address without a number counts as none, as the server has it. */
const placeOfAccount = ({ phone, address, addressNumber, postalCode }: Account): Place => ({
  phone: phone ?? '',
  address: address && addressNumber ? [address, addressNumber, postalCode].join(' ') : '',
});

/** What the courier collects, with the fee. */
const onDelivery = (price: { amount: number }, rate: number) =>
  formatMoney({ amount: dinarsAt(price.amount, rate).amount + WAYS.cash_on_delivery.fee, currency: 'RSD' });

function Refused({ text }: { text: string }) {
  return (
    <section className={styles.refused} role="alert">
      <h2 className="d h3">{purchase.refusedTitle}</h2>
      <p>{text}</p>
      <ButtonLink to="/usb-packages">{purchase.back}</ButtonLink>
    </section>
  );
}
