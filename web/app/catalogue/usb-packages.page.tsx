import { type DevicePackage, devicePackages } from '#domain/catalogue/catalogue.ts';
import { copy } from '#domain/catalogue/copy.ts';
import { productJsonLd } from '#domain/catalogue/json-ld.ts';
import { common } from '#domain/copy.ts';
import { parsePriceText } from '#domain/money.ts';
import { pages, sharingCardName } from '#domain/pages.ts';
import { buildTimeExchangeRate, buildTimeRateNote, priceNote } from '#domain/prices.ts';
import { buyingPath } from '../return-path.ts';
import { type Session, useSession } from '../session.ts';
import { StructuredData } from '../shell/seo/structured-data.tsx';
import { absoluteAddress } from '../shell/site.ts';
import device1 from '../ui/art/device-1.svg';
import device10 from '../ui/art/device-10.svg';
import device100 from '../ui/art/device-100.svg';
import delivery from '../ui/art/pictograms/dostava.svg';
import warranty from '../ui/art/pictograms/garancija.svg';
import support from '../ui/art/pictograms/podrska.svg';
import withdrawal from '../ui/art/pictograms/povrat.svg';
import { ButtonLink } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import styles from './usb-packages.module.css';

const art: Record<DevicePackage['key'], string> = { one: device1, ten: device10, hundred: device100 };
const pictograms = { warranty, delivery, withdrawal, support };

export default function UsbPackagesPage() {
  const session = useSession();
  const { who } = buyingPath(session, pages.usbPurchase.path);
  return (
    <div className="wrap">
      <div className={styles.head}>
        <PageHead
          title={
            <>
              {copy.headline[0]}
              <br />
              {copy.headline[1]}
            </>
          }
          lede={copy.lead}
        />
      </div>
      <div className={styles.cards}>
        {devicePackages.map((item) => (
          <PackageCard key={item.key} item={item} session={session} />
        ))}
      </div>
      <ul className={styles.trust}>
        {(['warranty', 'delivery', 'withdrawal', 'support'] as const).map((key) => (
          <li key={key}>
            <img src={pictograms[key]} alt="" width="48" height="48" />
            <span>
              <b>{copy.trust[key].title}</b>
              {copy.trust[key].text}
            </span>
          </li>
        ))}
      </ul>
      <div className={`${styles.notes} s muted`}>
        <p>{copy.honest}</p>
        <p>{copy.withdrawal}</p>
        <p>{buildTimeRateNote()}</p>
        {who === 'visitor' && <p>{copy.signInNote}</p>}
        {who === 'waiting' && <p>{common.waitsToBuy}</p>}
      </div>
      <StructuredData data={{ '@graph': devicePackages.map(productData) }} />
    </div>
  );
}

function PackageCard({ item, session }: { item: DevicePackage; session: Session }) {
  const words = copy.devices[item.key];
  const purchase = purchasePath(item);
  return (
    <article className={`${styles.card} ${item.featured ? styles.featured : ''}`}>
      {item.featured && (
        <p className={`${styles.tag} osd`}>
          <span>{copy.featured}</span>
          <span aria-hidden="true">{item.deviceCount} ×</span>
        </p>
      )}
      <div className={styles.art}>
        <img src={art[item.key]} alt="" />
      </div>
      <div className={styles.body}>
        <div>
          <h2 className={`d ${styles.name}`}>{words.name}</h2>
          <p className="s muted">{words.perDevice ?? words.tagline}</p>
        </div>
        <p className={styles.price}>
          <Price text={item.priceText} />
        </p>
        <p className="s muted">{priceNote(item.price, buildTimeExchangeRate())}</p>
        <ul className={styles.features}>
          {words.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
          {words.added.map((feature) => (
            <li key={feature} className={styles.added}>
              {feature}
            </li>
          ))}
        </ul>
        <div className={styles.buy}>
          <ButtonLink
            to={buyingPath(session, purchase).to}
            variant={item.featured ? 'ink' : 'primary'}
            aria-label={`${words.button}: ${words.aria}`}
            full
            arrow
          >
            {words.button}
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}

/** The price as written in the catalogue, with the currency sign set smaller. */
function Price({ text }: { text: string }) {
  return (
    <>
      {text.replace('€', '')}
      <small>€</small>
    </>
  );
}

function purchasePath({ name, priceText }: DevicePackage): string {
  const query = new URLSearchParams({ product: name, price: String(parsePriceText(priceText)) });
  return `${pages.usbPurchase.path}?${query}`;
}

const productData = ({ key, name, price }: DevicePackage) =>
  productJsonLd({
    name,
    description: copy.devices[key].features.join('. '),
    price,
    url: absoluteAddress(pages.usbPackages.path),
    image: absoluteAddress(`/og/${sharingCardName(pages.usbPackages.path)}.png`),
  });
