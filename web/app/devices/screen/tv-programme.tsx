import { useCallback, useEffect, useRef, useState } from 'react';
import { tvCopy as copy } from '#domain/playout/tv-copy.ts';
import { QrCode } from '../../ui/media/qr-code.tsx';
import { usePlayer } from '../player/use-player.ts';
import type { TvLease } from '../player/view.ts';
import { BACK_KEYS, OK_KEYS } from '../remote-keys.ts';
import { AdvertiserCode } from './advertiser-code.tsx';
import { SunOverWater } from './sun-over-water.tsx';
import styles from './tv-programme.module.css';
import { ViewerNotices } from './viewer-notices.tsx';

/**
 * What a linked TV shows: films one after the other, and around them or in their place the adverts that the server leased to it. OK shows the
 * advertiser's code, back hides it.
 */
export function TvProgramme({ number }: { number: string | null }) {
  const spots = useRef<HTMLDivElement>(null);
  const programme = useRef<HTMLDivElement>(null);
  const { isElsewhere, ...view } = usePlayer(spots, programme);
  const { advert, progress, isSeen } = view;
  const [code, setCode] = useState<TvLease | null>(null);
  const close = useCallback(() => setCode(null), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (advert && OK_KEYS.includes(event.key)) setCode(advert.lease);
      else if (code && BACK_KEYS.includes(event.key)) setCode(null);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [advert, code]);

  const banner = advert?.picture ? { lease: advert.lease, picture: advert.picture } : null;
  const spot = advert && !banner ? advert.lease : null;
  return (
    <div className={styles.screen} data-banner={banner ? '' : undefined}>
      <div className={styles.programme} ref={programme} aria-hidden="true">
        <SunOverWater className={styles.scene} />
        <video playsInline muted />
        <video playsInline muted />
      </div>
      <div className={styles.spots} ref={spots} aria-hidden="true">
        <video playsInline muted />
        <video playsInline muted />
      </div>
      {banner && (
        <>
          <img className={styles.picture} src={banner.picture} alt="" />
          <div className={styles.code}>
            <QrCode text={banner.lease.code} label={copy.qrAlt} />
          </div>
          <p className={styles.tag}>{copy.tag}</p>
        </>
      )}
      {spot && <Countdown seconds={spot.seconds} progress={progress} />}
      {advert && !code && (
        <p className={styles.ok} data-kind={advert.lease.kind}>
          <b className="d">{copy.ok}</b> <span>{banner ? copy.okBanner : copy.okSpot}</span>
        </p>
      )}
      {code && <AdvertiserCode key={code.id} lease={code} isOver={advert?.lease.id !== code.id} close={close} />}
      {isSeen && !code && (
        <p className={styles.seen} role="status">
          <svg viewBox="0 0 26 26" aria-hidden="true">
            <path d="M6 13.5l5 5L20.5 8" />
          </svg>
          {copy.seen}
        </p>
      )}
      {!code && <ViewerNotices view={view} isElsewhere={isElsewhere} number={number} />}
    </div>
  );
}

const BARS = ['yellow', 'cyan', 'green', 'magenta', 'red', 'blue'];

/** How much of a film is left, in seconds and in six bars that go out from the right. */
function Countdown({ seconds, progress }: { seconds: number; progress: number }) {
  const left = Math.max(0, seconds - progress / 1000);
  const lit = Math.ceil((BARS.length * left) / seconds);
  return (
    <p className={styles.tag}>
      {copy.tag}
      <b>{copy.left(Math.ceil(left))}</b>
      <span className={styles.six} aria-hidden="true">
        {BARS.map((bar, n) => (
          <i key={bar} style={{ background: n < lit ? `var(--bar-${bar})` : 'var(--ink-3)' }} />
        ))}
      </span>
    </p>
  );
}
