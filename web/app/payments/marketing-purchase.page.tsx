import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { subscribe } from '#domain/advertising/purchase-copy.ts';
import type { AdvertisingPackage, SpecialPackage } from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { CONTINUED } from '#domain/payments/continue-path.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { api, client } from '../api.ts';
import { MembersOnly } from '../auth/members-only.tsx';
import { type Account, resolveAccount } from '../session.ts';
import { SandboxNotice } from '../shell/sandbox-notice.tsx';
import { SpecialReach } from '../special/special-reach.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import { type Company, CompanyForm } from './company-form.tsx';
import styles from './marketing-purchase.module.css';
import { type CompanyFields, fieldsOfCompany } from './order-fields.ts';
import { packageRequest } from './package-request.ts';
import { PackageSummary } from './package-summary.tsx';
import { PayWays } from './pay-ways.tsx';
import shared from './payments.module.css';
import { nameStartedOrder, useContinuedOrder } from './use-continued-order.ts';
import { usePaymentMethod } from './use-payment-method.ts';

export default function MarketingPurchasePage() {
  const [search] = useSearchParams();
  const { product, refusal } = packageRequest(search);
  return (
    <div className={shared.page}>
      <SandboxNotice />
      <h1 className={`d h1 ${shared.title}`}>
        {product?.kind === 'special' ? subscribe.specialTitle : subscribe.title}
      </h1>
      <MembersOnly meanwhile={<Skeleton lines={6} />}>
        {(account) =>
          product ? (
            <Reach account={account} special={product.kind === 'special'}>
              <Continued account={account} product={product} />
            </Reach>
          ) : (
            <Refused text={refusal} />
          )
        }
      </MembersOnly>
    </div>
  );
}

const Reach = ({ account, special, children }: { account: Account; special: boolean; children: ReactNode }) =>
  special ? <SpecialReach account={account}>{children}</SpecialReach> : children;

interface ContinuedProps {
  account: Account;
  product: AdvertisingPackage | SpecialPackage;
}

/** An order that is gone on with has its own words. */
function Continued({ account, product }: ContinuedProps) {
  const [search] = useSearchParams();
  const { order, isLoading } = useContinuedOrder(search, product);
  if (isLoading) return <Skeleton lines={6} />;
  const before = order?.companyForm ? fieldsOfCompany(order.companyForm) : null;
  return (
    <Purchase
      key={`${product.name} ${search.get(CONTINUED) ?? ''}`}
      account={account}
      product={product}
      before={before}
    />
  );
}

interface PurchaseProps extends ContinuedProps {
  /** The form of the order that is gone on with. */
  before: CompanyFields | null;
}

function Purchase({ account, product, before }: PurchaseProps) {
  const [refused, setRefused] = useState(false);
  const [inAdvance, setInAdvance] = useState(false);
  const choice = usePaymentMethod(product.kind, product.price.amount);
  const advertising = useQuery(api.advertising.account.queryOptions());
  const running = advertising.data?.subscriptions.find(
    ({ packageName, state }) => packageName === product.name && state !== 'cancelled',
  );
  const runs = product.kind === 'package' && (running !== undefined || refused);
  if (runs && !inAdvance)
    return (
      <Running
        name={packageTitle(product.name)}
        isUnpaid={running?.state === 'pastDue'}
        renewsAt={running?.renewsAt ?? null}
        payInAdvance={() => {
          choice.setWay('transfer');
          setInAdvance(true);
        }}
      />
    );
  const isTransfer = choice.way === 'transfer';

  async function pay(companyInfo: Company): Promise<Problem | null> {
    const outcome = await write(
      () =>
        client.payments.createPayment({
          productName: product.name,
          productPrice: product.price.amount / 100,
          companyInfo,
          termsVersion: documentVersions.companyTerms,
          ...choice.asked,
          ...(inAdvance ? { endsSubscription: true } : {}),
        }),
      { failed: isTransfer ? waysCopy.orderFailed : subscribe.failed, patience: 20_000 },
    );
    if (outcome.outcome === 'done') {
      const { url, number, transfer } = outcome.value;
      if (transfer) choice.showSlip({ number, transfer });
      else {
        nameStartedOrder(product, number);
        window.location.assign(url);
      }
      return null;
    }
    if (outcome.code === 'ALREADY_SUBSCRIBED' || outcome.code === 'SUBSCRIPTION_RUNS') setRefused(true);
    if (outcome.code === 'RATE_CHANGED') await choice.reload();
    if (outcome.code === 'UNAUTHORIZED' || outcome.code === 'FORBIDDEN') void resolveAccount();
    return outcome;
  }

  return (
    <div className={shared.columns}>
      <CompanyForm
        account={account}
        before={before}
        monthly={product.kind === 'package'}
        way={choice.way}
        ways={(country) => (
          <>
            <PayWays
              kind={product.kind}
              selected={choice.way}
              onSelect={choice.setWay}
              transferText={choice.transferText(true)}
              why={(way) => (way === 'card' && runs ? 'runs' : choice.why(way, country))}
            />
            {isTransfer && product.kind === 'package' && (
              <div className={styles.months}>
                <h2 className="d h4">{waysCopy.months}</h2>
                <Segmented
                  label={waysCopy.months}
                  segments={WAYS.transfer.months.map((n) => ({ key: String(n), label: waysCopy.monthsOption(n) }))}
                  selected={String(choice.months)}
                  onSelect={(n) => choice.setMonths(Number(n))}
                />
                {inAdvance && (
                  <p>
                    {waysCopy[running?.state === 'pastDue' ? 'endsUnpaid' : 'ends'](
                      running?.renewsAt ? formatDateInSentence(running.renewsAt) : null,
                    )}
                  </p>
                )}
              </div>
            )}
          </>
        )}
        pay={pay}
      />
      <PackageSummary product={product} rate={choice.rate} transfer={isTransfer ? { months: choice.months } : null} />
    </div>
  );
}

/** The same package is not sold twice: its running subscription is managed on the account page. */
function Running({
  name,
  isUnpaid,
  renewsAt,
  payInAdvance,
}: {
  name: string;
  /** Its last charge failed, and `renewsAt` is that of the next attempt. */
  isUnpaid: boolean;
  renewsAt: Date | string | null;
  payInAdvance: () => void;
}) {
  return (
    <section className={shared.refused} role="alert">
      <h2 className="d h3">{isUnpaid ? subscribe.unpaidTitle : subscribe.runningTitle}</h2>
      <p>{subscribe[isUnpaid ? 'unpaid' : 'running'](name, renewsAt && formatDateInSentence(renewsAt))}</p>
      <div className={styles.choices}>
        <ButtonLink to={`${pages.account.path}#reklame`}>{subscribe.manage}</ButtonLink>
        <Button variant="secondary" onClick={payInAdvance}>
          {waysCopy.inAdvance}
        </Button>
        <ButtonLink to={pages.marketingPackages.path} variant="secondary">
          {subscribe.another}
        </ButtonLink>
      </div>
    </section>
  );
}

function Refused({ text }: { text: string }) {
  return (
    <section className={shared.refused} role="alert">
      <h2 className="d h3">{subscribe.refusedTitle}</h2>
      <p>{text}</p>
      <ButtonLink to={pages.marketingPackages.path}>{subscribe.back}</ButtonLink>
    </section>
  );
}
