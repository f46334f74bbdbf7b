import { packageTitle } from '#domain/advertising/package-title.ts';
import { monthly } from '#domain/advertising/shop-copy.ts';
import { type AdvertisingPackage, advertisingPackages } from '#domain/catalogue/catalogue.ts';
import { productJsonLd } from '#domain/catalogue/json-ld.ts';
import { common } from '#domain/copy.ts';
import { countingPath } from '#domain/legal/articles.ts';
import { countingLink } from '#domain/legal/articles-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { pages, sharingCardName } from '#domain/pages.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { buildTimeExchangeRate, buildTimeRateNote, priceNote } from '#domain/prices.ts';
import { buyingPath } from '../return-path.ts';
import { type Session, useSession } from '../session.ts';
import { StructuredData } from '../shell/seo/structured-data.tsx';
import { absoluteAddress } from '../shell/site.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LinkedText } from '../ui/linked-text.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { VoucherBox } from '../vouchers/voucher-box.tsx';
import styles from './marketing-packages.module.css';
import { NetworkGrowth } from './network-growth.tsx';
import { PackageNav } from './package-nav.tsx';
import { Price } from './price.tsx';
import { WhatYouBuy } from './what-you-buy.tsx';

const KEYS: Record<AdvertisingPackage['name'], string> = {
  starter: 'var(--bar-cyan)',
  standard: 'var(--ink-0)',
  business: 'var(--bar-green)',
  pro: 'var(--bar-magenta)',
  ultra: 'var(--bar-red)',
};

export default function MarketingPackagesPage() {
  const session = useSession();
  const { who } = buyingPath(session, pages.marketingPurchase.path);
  return (
    <>
      <PackageNav current="marketingPackages" />
      <div className="wrap">
        <PageHead
          title={
            <>
              {monthly.headline[0]}
              <br />
              {monthly.headline[1]}
            </>
          }
          lede={monthly.lead}
        />
        <h2 className="vh">{monthly.title}</h2>
        <div className={styles.ledger}>
          {advertisingPackages.map((item) => (
            <PackageColumn key={item.name} item={item} session={session} />
          ))}
        </div>
        <div className={styles.everywhere}>
          <p className="osd">{monthly.everywhere}</p>
          <ul>
            {monthly.included.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="s muted">
            {monthly.cancelNote} {buildTimeRateNote()} {who === 'visitor' && monthly.signInNote}
            {who === 'waiting' && common.waitsToBuy} <LinkedText text={countingLink} to={[countingPath]} />
          </p>
        </div>
        <div className={styles.voucher}>
          <VoucherBox back={pages.marketingPackages.path} />
        </div>
      </div>
      <WhatYouBuy />
      <NetworkGrowth />
      <StructuredData data={offers} />
    </>
  );
}

function PackageColumn({ item, session }: { item: AdvertisingPackage; session: Session }) {
  const title = packageTitle(item.name);
  const facts = [
    { name: monthly.banners, value: formatNumber(item.bannerCount) },
    { name: monthly.seconds, value: formatNumber(item.tvSeconds) },
  ];
  return (
    <article
      className={`${styles.package} ${item.mostPopular ? styles.popular : ''}`}
      style={{ '--key': KEYS[item.name] } as React.CSSProperties}
    >
      <div className={styles.name}>
        <h3 className="d h3">{title}</h3>
        {item.mostPopular && <Badge tone="hot">{monthly.badge}</Badge>}
        <p className="s muted">{monthly.taglines[item.name]}</p>
      </div>
      <div>
        <Price price={item.price} className={styles.price} />
        <p className="s muted">{monthly.period}</p>
        <p className="s muted">{priceNote(item.price, buildTimeExchangeRate())}</p>
      </div>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.airtime}>
          <dt>{monthly.airtime}</dt>
          <dd className="osd">{airtime(item.tvSeconds)}</dd>
        </div>
      </dl>
      <ButtonLink
        to={buyingPath(session, purchasePath(item)).to}
        variant={item.mostPopular ? 'ink' : 'secondary'}
        aria-label={monthly.aria(title, formatNumber(item.price.amount / 100))}
        full
      >
        {monthly.button}
      </ButtonLink>
    </article>
  );
}

/** `97:13:20`: hours of the whole month, not of a day. */
function airtime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const offers = {
  '@graph': advertisingPackages.map(({ name, price }) =>
    productJsonLd({
      name: `${monthly.title}: ${packageTitle(name)}`,
      description: monthly.taglines[name],
      price,
      url: absoluteAddress(pages.marketingPackages.path),
      image: absoluteAddress(`/og/${sharingCardName(pages.marketingPackages.path)}.png`),
      monthly: true,
    }),
  ),
};
