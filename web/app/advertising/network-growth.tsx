import { growth } from '#domain/advertising/shop-copy.ts';
import { networkPlan } from '#domain/catalogue/catalogue.ts';
import { formatNumber } from '#domain/money.ts';
import { SectionHead } from '../ui/section-head.tsx';
import styles from './network-growth.module.css';

/** The planned growth of the network beside the promise that the price stays. */
export function NetworkGrowth() {
  return (
    <section className={styles.section} data-surface="ink" aria-labelledby="growth-title">
      <div className="wrap">
        <SectionHead channel={2} {...growth.strip} />
        <div className={styles.columns}>
          <div className={styles.words}>
            <h2 className="d h1" id="growth-title">
              {growth.title}
            </h2>
            {growth.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <Chart />
        </div>
        <dl className={styles.figures}>
          {growth.figures.map(({ value, text }) => (
            <div key={text}>
              <dd className="num">{value}</dd>
              <dt className="muted s">{text}</dt>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const { startDevices, addedMonthly, venueShare, promoMonths } = networkPlan;
const MONTHS = Array.from({ length: promoMonths }, (_, index) => startDevices + index * addedMonthly);
const HIGHEST = MONTHS.at(-1)!;

/** Devices by month: those in households, and the tenth of them that goes to venues. */
function Chart() {
  return (
    <figure className={styles.chart}>
      <ol aria-label={growth.chartAlt}>
        {MONTHS.map((devices, index) => (
          <li key={devices} style={{ '--share': devices / HIGHEST, '--venues': venueShare } as React.CSSProperties}>
            <span className="vh">{growth.month(index + 1)}: </span>
            <b className={index === 0 || devices === HIGHEST ? styles.shown : undefined}>{formatNumber(devices)}</b>
            <i aria-hidden="true" />
            <span className={styles.month} aria-hidden="true">
              {index + 1}
            </span>
          </li>
        ))}
      </ol>
      <figcaption className="s muted">
        <span data-key="households">{growth.households}</span>
        <span data-key="venues">{growth.venues}</span>
      </figcaption>
    </figure>
  );
}
