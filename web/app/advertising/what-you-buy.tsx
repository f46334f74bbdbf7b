import { useState } from 'react';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { what } from '#domain/advertising/shop-copy.ts';
import { advertisingPackages } from '#domain/catalogue/catalogue.ts';
import { Segmented } from '../ui/form/segmented.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import styles from './what-you-buy.module.css';

const LENGTHS = [10, 15, 20, 30] as const;
type Length = `${(typeof LENGTHS)[number]}`;

/** What an L-banner and a TV second are, and how often a spot of the reader's own length is seen with each package. */
export function WhatYouBuy() {
  const [length, setLength] = useState<Length>('15');
  const seconds = Number(length);
  return (
    <section className={styles.section} aria-labelledby="what-title">
      <div className="wrap">
        <SectionHead channel={1} {...what.strip} />
        <div className={styles.columns}>
          <div className={styles.words}>
            <h2 className="d h2" id="what-title">
              {what.title}
            </h2>
            <p className="lede">
              <b>{what.banner}</b> {what.bannerText}
            </p>
            <p className="lede">
              <b>{what.second}</b> {what.secondText}
            </p>
            <p className="muted">{what.where}</p>
            <Screen />
          </div>
          <div className={styles.spots}>
            <h3 className="d h4">{what.spotTitle}</h3>
            <Segmented
              label={what.spotLength}
              selected={length}
              onSelect={setLength}
              segments={LENGTHS.map((one) => ({ key: `${one}` as const, label: what.spotSeconds(one) }))}
            />
            <table>
              <caption className="vh">{what.spotCaption(seconds)}</caption>
              <tbody>
                {advertisingPackages.map(({ name, tvSeconds }) => (
                  <tr key={name}>
                    <th scope="row">{packageTitle(name)}</th>
                    <td>{what.times(Math.floor(tvSeconds / seconds))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="s muted">{what.spotNote}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

/** A television with an L-banner on it: the programme above and to the right, the advert along the left and the bottom. */
function Screen() {
  return (
    <svg className={styles.screen} viewBox="0 0 320 180" role="img" aria-label={what.bannerAlt}>
      <rect width="320" height="180" rx="10" fill="var(--ink-0)" />
      <rect x="8" y="8" width="304" height="164" fill="var(--bar-yellow)" />
      <rect x="76" y="8" width="236" height="122" fill="var(--ink-2)" />
      <circle cx="194" cy="69" r="38" fill="var(--paper-0)" opacity="0.16" />
      <path d="M184 53v32l27-16z" fill="var(--paper-0)" />
      <rect x="22" y="26" width="40" height="40" fill="var(--ink-0)" />
      <path d="M22 82h40M22 94h28M92 146h124M92 158h80" stroke="var(--ink-0)" strokeWidth="6" />
      <rect x="262" y="138" width="40" height="26" fill="var(--ink-0)" />
    </svg>
  );
}
