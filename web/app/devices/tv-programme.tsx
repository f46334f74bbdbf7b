import { useEffect, useState } from 'react';
import { company } from '#domain/company.ts';
import { tvCopy as copy } from '#domain/playout/tv-copy.ts';
import { formatTime } from '#domain/time.ts';
import { QrCode } from '../ui/media/qr-code.tsx';
import type { Plate as PlateOf, TvLease } from './player/player.ts';
import { usePlayer } from './player/use-player.ts';
import styles from './tv-programme.module.css';

export const OK_KEYS = ['Enter', ' ', 'Select', 'OK'];
const BACK_KEYS = ['Escape', 'Backspace', 'GoBack', 'BrowserBack'];

/** Seconds for which the large code stays. */
const CODE_STAYS = 20;

/** What a linked TV shows: the sun over the water, and around it the adverts that the server leased to it. OK enlarges the code, back hides it. */
export function TvProgramme() {
  const { advert, plate, isSeen, state, isElsewhere } = usePlayer();
  const [code, setCode] = useState<TvLease | null>(null);

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

  return (
    <div className={styles.programme} data-advert={advert ? '' : undefined}>
      <div className={styles.scene} aria-hidden="true">
        <div className={styles.sceneSun} />
        <div className={styles.sea} />
        <div className={styles.glitter} />
      </div>
      {advert && (
        <>
          <img className={styles.picture} src={advert.picture} alt="" />
          <div className={styles.code}>
            <QrCode text={advert.lease.code} label={copy.qrAlt} />
          </div>
          <p className={styles.tag}>{copy.tag}</p>
          {!code && (
            <p className={styles.ok}>
              <b className="d">{copy.ok}</b> {copy.okBanner}
            </p>
          )}
        </>
      )}
      {code && <LargeCode key={code.id} lease={code} close={() => setCode(null)} />}
      {isSeen && <p className={styles.seen}>{copy.seen}</p>}
      {plate && <Plate plate={plate} />}
      {!plate && state === 'blocked' && (
        <Words title={copy.blocked} text={copy.blockedText(company.email)} tone="red" />
      )}
      {!plate && (state === 'unlicensed' || state === 'unplaced') && (
        <p className={styles.incomplete}>{copy.incomplete}</p>
      )}
      {isElsewhere && <Words title={copy.elsewhere} text={copy.elsewhereText} tone="yellow" />}
    </div>
  );
}

function LargeCode({ lease, close }: { lease: TvLease; close: () => void }) {
  const [left, setLeft] = useState(CODE_STAYS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) close();
  }, [left, close]);
  return (
    <div className={styles.plate} role="dialog" aria-label={copy.qrTitle}>
      <QrCode className={styles.plateQr} text={lease.code} label={copy.qrAlt} />
      <div>
        <p className={`d ${styles.plateTitle}`}>{copy.qrTitle}</p>
        <p className={styles.opens}>{copy.qrOpens(lease.opens)}</p>
        <p className={styles.quiet}>
          {copy.qrStays(Math.max(0, left))}
          <br />
          {copy.qrBack}
        </p>
      </div>
    </div>
  );
}

function Plate({ plate }: { plate: PlateOf }) {
  if (plate.is === 'offline')
    return <Words title={copy.offline(formatTime(plate.since))} text={copy.offlineText(plate.kept)} tone="red" />;
  if (plate.is === 'offlineLong') return <Words title={copy.offlineLong} text={copy.offlineLongText} tone="red" />;
  return <Words title={copy.online} text={copy.onlineText(plate.sent)} tone="green" />;
}

function Words({ title, text, tone }: { title: string; text: string; tone: 'red' | 'green' | 'yellow' }) {
  return (
    <div className={styles.words} data-tone={tone} role="status">
      <p className={`d ${styles.wordsTitle}`}>{title}</p>
      <p>{text}</p>
    </div>
  );
}
