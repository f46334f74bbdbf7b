import { useEffect, useState } from 'react';
import { ADVERT_SECONDS, type Advert, adverts, PROGRAMME_SECONDS } from '#domain/devices/adverts.ts';
import { copy } from '#domain/devices/copy.ts';
import { QrCode } from '../ui/media/qr-code.tsx';
import kafic from './adverts/kafic.svg';
import prodavnica from './adverts/prodavnica.svg';
import radionica from './adverts/radionica.svg';
import restoran from './adverts/restoran.svg';
import salon from './adverts/salon.svg';
import teretana from './adverts/teretana.svg';
import styles from './tv-programme.module.css';

/** Each advertiser in a colour of their own, one after another. */
const GROUNDS = ['yellow', 'cyan', 'paper'] as const;

const pictures: Record<Advert['key'], string> = { kafic, prodavnica, radionica, restoran, salon, teretana };

export const OK_KEYS = ['Enter', ' ', 'Select', 'OK'];
const BACK_KEYS = ['Escape', 'Backspace', 'GoBack', 'BrowserBack'];

/** What a linked TV shows: the sun over the water, and now and then an L-banner with a QR code in its corner. OK enlarges the code, back hides it. */
export function TvProgramme() {
  const [turn, setTurn] = useState(0);
  const [enlarged, setEnlarged] = useState(false);
  const advert = turn % 2 === 1 ? adverts[((turn - 1) / 2) % adverts.length]! : null;

  useEffect(() => {
    if (enlarged) return;
    const timer = setTimeout(() => setTurn((n) => n + 1), (advert ? ADVERT_SECONDS : PROGRAMME_SECONDS) * 1000);
    return () => clearTimeout(timer);
  }, [advert, enlarged]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (advert && OK_KEYS.includes(event.key)) setEnlarged(true);
      else if (BACK_KEYS.includes(event.key)) setEnlarged(false);
      else if (!enlarged && event.key === 'ArrowRight') setTurn((n) => n + 1);
      else if (!enlarged && event.key === 'ArrowLeft') setTurn((n) => Math.max(0, n - 1));
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [advert, enlarged]);

  return (
    <div className={styles.programme} data-advert={advert ? '' : undefined}>
      <div className={styles.scene} aria-hidden="true">
        <div className={styles.sceneSun} />
        <div className={styles.sea} />
        <div className={styles.glitter} />
      </div>
      {advert && <Banner advert={advert} offersCode={!enlarged} />}
      <p className={styles.demo}>{copy.tv.demo}</p>
      {advert && enlarged && (
        <div className={styles.plate} role="dialog" aria-label={copy.tv.advertTitle}>
          <QrCode className={styles.plateQr} text={advert.site} label={copy.tv.advertQrAlt(advert.advertiser)} />
          <div>
            <p className={`d ${styles.plateTitle}`}>{copy.tv.advertTitle}</p>
            <p className={`d ${styles.plateName}`}>{advert.advertiser}</p>
            <p>{advert.site.replace('https://', '')}</p>
            <p className={styles.quiet}>{copy.tv.advertClose}</p>
          </div>
        </div>
      )}
    </div>
  );
}

/** An advert in the shape of an L along the left and lower edges: the programme goes on beside it. */
function Banner({ advert, offersCode }: { advert: Advert; offersCode: boolean }) {
  return (
    <aside className={styles.banner} data-ground={GROUNDS[adverts.indexOf(advert) % GROUNDS.length]} aria-live="polite">
      <div className={styles.bannerPost}>
        <div className={styles.bannerSign}>
          <img src={pictures[advert.key]} alt="" />
        </div>
        <div className={styles.bannerCode} aria-hidden="true">
          <QrCode text={advert.site} label="" />
        </div>
      </div>
      <div className={styles.bannerFoot}>
        <div>
          <p className={`d ${styles.bannerName}`}>{advert.advertiser}</p>
          <p className={styles.bannerLine}>{advert.line}</p>
        </div>
        {offersCode && (
          <p className={styles.bannerOk}>
            <span className={styles.ok}>{copy.tv.ok}</span>
            {copy.tv.advertOpen}
          </p>
        )}
      </div>
    </aside>
  );
}
