import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { subscribe } from '#domain/advertising/shop-copy.ts';
import type { AdvertisingPackage, SpecialPackage } from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { api, client } from '../api.ts';
import { MembersOnly } from '../auth/members-only.tsx';
import { type Account, resolveAccount } from '../session.ts';
import { SandboxNotice } from '../shell/sandbox-notice.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import { type Company, CompanyForm } from './company-form.tsx';
import styles from './marketing-purchase.module.css';
import { packageRequest } from './package-request.ts';
import { PackageSummary } from './package-summary.tsx';
import shared from './payments.module.css';

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
          product ? <Purchase key={product.name} account={account} product={product} /> : <Refused text={refusal} />
        }
      </MembersOnly>
    </div>
  );
}

function Purchase({ account, product }: { account: Account; product: AdvertisingPackage | SpecialPackage }) {
  const [refused, setRefused] = useState(false);
  const advertising = useQuery(api.advertising.account.queryOptions());
  const running = advertising.data?.subscriptions.find(
    ({ packageName, state }) => packageName === product.name && state !== 'cancelled',
  );
  if (product.kind === 'package' && (running || refused))
    return <Running name={packageTitle(product.name)} renewsAt={running?.renewsAt ?? null} />;

  async function pay(companyInfo: Company): Promise<Problem | null> {
    const outcome = await write(
      () =>
        client.payments.createPayment({
          productName: product.name,
          productPrice: product.price.amount / 100,
          companyInfo,
          termsVersion: documentVersions.companyTerms,
        }),
      { failed: subscribe.failed, patience: 20_000 },
    );
    if (outcome.outcome === 'done') {
      window.location.assign(outcome.value.url);
      return null;
    }
    if (outcome.code === 'ALREADY_SUBSCRIBED') setRefused(true);
    if (outcome.code === 'UNAUTHORIZED' || outcome.code === 'FORBIDDEN') void resolveAccount();
    return outcome;
  }

  return (
    <div className={shared.columns}>
      <CompanyForm account={account} monthly={product.kind === 'package'} pay={pay} />
      <PackageSummary product={product} />
    </div>
  );
}

/** The same package is not sold twice: its running subscription is managed on the account page. */
function Running({ name, renewsAt }: { name: string; renewsAt: Date | string | null }) {
  return (
    <section className={shared.refused} role="alert">
      <h2 className="d h3">{subscribe.runningTitle}</h2>
      <p>{subscribe.running(name, renewsAt && formatDateInSentence(renewsAt))}</p>
      <div className={styles.choices}>
        <ButtonLink to={`${pages.account.path}#reklame`}>{subscribe.manage}</ButtonLink>
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
