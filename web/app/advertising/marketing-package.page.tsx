import { special } from '#domain/advertising/special-shop-copy.ts';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { productJsonLd } from '#domain/catalogue/json-ld.ts';
import { common } from '#domain/copy.ts';
import { countingPath } from '#domain/legal/articles.ts';
import { countingLink } from '#domain/legal/articles-copy.ts';
import { pages, sharingCardName } from '#domain/pages.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { buildTimeExchangeRate, buildTimeRateNote, priceNote } from '#domain/prices.ts';
import { buyingPath } from '../return-path.ts';
import { useSession } from '../session.ts';
import { StructuredData } from '../shell/seo/structured-data.tsx';
import { absoluteAddress } from '../shell/site.ts';
import { ReachLine } from '../special/reach-line.tsx';
import cafes from '../ui/art/pictograms/kafic.svg';
import receptions from '../ui/art/pictograms/recepcija.svg';
import restaurants from '../ui/art/pictograms/restoran.svg';
import salons from '../ui/art/pictograms/salon.svg';
import { ButtonLink } from '../ui/button.tsx';
import { TextLink } from '../ui/link.tsx';
import { LinkedText } from '../ui/linked-text.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { DeviceMap } from './device-map.tsx';
import styles from './marketing-package.module.css';
import { PackageNav } from './package-nav.tsx';
import { Price } from './price.tsx';

const pictograms = { restaurants, cafes, receptions, salons };
const VENUES = Object.keys(pictograms) as (keyof typeof pictograms)[];

export default function MarketingPackagePage() {
  return (
    <>
      <PackageNav current="marketingPackage" />
      <Offer />
      <section className="wrap" aria-labelledby="get-title">
        <SectionHead channel={1} {...special.strip} />
        <dl className={styles.figures}>
          {special.figures.map(({ value, text }) => (
            <div key={text}>
              <dd className="num">{value}</dd>
              <dt className="muted">{text}</dt>
            </div>
          ))}
        </dl>
        <p className={`s muted ${styles.note}`}>{special.figuresNote}</p>
        <p className="s">
          <LinkedText text={countingLink} to={[countingPath]} />
        </p>
        <div className={styles.lists}>
          <div>
            <h2 className="d h2" id="get-title">
              {special.get.title}
            </h2>
            <ul>
              {special.get.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          <div>
            <h2 className="d h2">{special.why.title}</h2>
            <ul>
              {special.why.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <section className={`wrap ${styles.venues}`} aria-labelledby="venues-title">
        <SectionHead channel={2} {...special.venues.strip} />
        <div className={styles.where}>
          <h2 className="d h2" id="venues-title">
            {special.venues.title}
          </h2>
          <ul className={styles.grid}>
            {VENUES.map((venue) => (
              <li key={venue}>
                <img src={pictograms[venue]} alt="" width="72" height="72" loading="lazy" />
                {special.venues[venue]}
              </li>
            ))}
          </ul>
        </div>
        <p className={styles.regular}>
          {special.regular} <TextLink to={pages.marketingPackages.path}>{special.regularLink}</TextLink>
        </p>
      </section>
      <StructuredData data={offer} />
    </>
  );
}

function Offer() {
  const { to, who } = buyingPath(useSession(), purchasePath(specialPackage));
  return (
    <section className={styles.offer} aria-labelledby="offer-title">
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.words}>
          <p className="osd">{specialPackage.name}</p>
          <h1 className={`d ${styles.title}`} id="offer-title">
            {special.headline[0]}
            <br />
            <span className="nb">{special.headline[1]}</span>
          </h1>
          <p className="lede">{special.lead}</p>
          <div>
            <Price price={specialPackage.price} className={styles.price} />
            <p className={styles.period}>{special.period}</p>
            <p className="s">{priceNote(specialPackage.price, buildTimeExchangeRate())}</p>
            <p className="s">{buildTimeRateNote()}</p>
          </div>
          <ButtonLink to={to} variant="ink" arrow aria-label={special.aria}>
            {special.button}
          </ButtonLink>
          <p className="s">{special.once}</p>
          <ReachLine />
          {who === 'waiting' && <p className="s">{common.waitsToBuy}</p>}
        </div>
        <DeviceMap />
      </div>
    </section>
  );
}

const offer = productJsonLd({
  name: specialPackage.name,
  description: pages.marketingPackage.description,
  price: specialPackage.price,
  url: absoluteAddress(pages.marketingPackage.path),
  image: absoluteAddress(`/og/${sharingCardName(pages.marketingPackage.path)}.png`),
});
