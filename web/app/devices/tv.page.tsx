import { useEffect, useState } from 'react';
import { company } from '#domain/company.ts';
import { copy } from '#domain/devices/copy.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { tvCopy as copyOfPlayer } from '#domain/playout/tv-copy.ts';
import { metaByAddress } from '../shell/seo/page-meta.ts';
import { QrCode } from '../ui/media/qr-code.tsx';
import { recordCrash } from './player/page.ts';
import { OK_KEYS } from './remote-keys.ts';
import { SunOverWater } from './screen/sun-over-water.tsx';
import { TvProgramme } from './screen/tv-programme.tsx';
import { ViewerNotice } from './screen/viewer-notices.tsx';
import styles from './tv.module.css';
import { type TvState, useTvScreen } from './tv-state.ts';

export const meta = metaByAddress;

/** The TV's own screen, for 1920 × 1080 and a remote control; everything scales with the screen. */
export default function TvPage() {
  const { state, trouble } = useTvScreen();
  return (
    <main id="main" className={styles.tv} data-surface="ink">
      {state.screen === 'pairing' && <Pairing {...state} />}
      {state.screen === 'linked' && <Linked {...state} />}
      {state.screen === 'suspended' && <Suspended />}
      {state.screen === 'starting' && trouble && (
        <div className={styles.suspended} role="status">
          <h1 className={`d ${styles.title}`}>{copy.tv.title}</h1>
          <p>{trouble}</p>
        </div>
      )}
      {state.screen !== 'starting' && state.screen !== 'linked' && trouble && (
        <p className={styles.offline} role="status">
          {trouble}
        </p>
      )}
    </main>
  );
}

/** A fault of the page itself: the drawing of the programme stands until it begins again by itself. */
export function ErrorBoundary({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error);
    const { pause, again } = recordCrash(error);
    const timer = setTimeout(again, pause);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <main id="main" className={styles.tv} data-surface="ink">
      <div className={styles.crashed}>
        <SunOverWater />
        <ViewerNotice title={copyOfPlayer.crashed} text={copyOfPlayer.crashedText} tone="yellow" />
      </div>
    </main>
  );
}

function Pairing({ number, digits, link, expiresAt }: Extract<TvState, { screen: 'pairing' }>) {
  const shown = formatPairingNumber(number);
  return (
    <div className={styles.card}>
      <div>
        <h1 className={`d ${styles.title}`}>{copy.tv.title}</h1>
        <ol className={styles.steps}>
          {copy.tv.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={`d ${styles.number}`} role="status">
          <span className={styles.numberLabel}>{copy.tv.device}</span>
          {shown}
        </p>
        <p className={styles.digits}>
          {copy.tv.digits} <strong className={styles.pair}>{digits}</strong>
        </p>
        <p className={styles.address}>
          {copy.tv.noCamera} <span className={styles.typed}>{link.replace(/^https?:\/\//, '')}</span>
        </p>
      </div>
      <div className={styles.sun}>
        <QrCode className={styles.qr} text={link} label={copy.tv.qrAlt(shown)} />
      </div>
      <footer className={styles.foot}>
        <span>{copy.tv.waiting}</span>
        <Countdown until={expiresAt} key={expiresAt} />
      </footer>
    </div>
  );
}

function Suspended() {
  return (
    <div className={styles.suspended} role="status">
      <h1 className={`d ${styles.title}`}>{copy.tv.suspendedTitle}</h1>
      <p>{copy.tv.suspendedText}</p>
      <p className={styles.quiet}>{copy.tv.suspendedNext(company.email)}</p>
    </div>
  );
}

function Countdown({ until }: { until: number }) {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  useEffect(() => {
    if (left > 0) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (OK_KEYS.includes(key)) window.location.reload();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [left]);
  return <span>{left > 0 ? copy.tv.refresh(left) : copy.tv.expired}</span>;
}

const secondsUntil = (when: number) => Math.max(0, Math.ceil((when - performance.now()) / 1000));

function Linked({ ownerName, greetUntil, number }: Extract<TvState, { screen: 'linked' }>) {
  const [greeting, setGreeting] = useState(performance.now() < greetUntil);
  useEffect(() => {
    if (!greeting) return;
    const timer = setTimeout(() => setGreeting(false), greetUntil - performance.now());
    return () => clearTimeout(timer);
  }, [greeting, greetUntil]);
  if (!greeting) return <TvProgramme number={number === null ? null : formatPairingNumber(number)} />;
  return (
    <div className={styles.linked} role="status">
      <div>
        <h1 className={`d ${styles.linkedTitle}`}>{copy.tv.linkedTitle}</h1>
        <p className={styles.owner}>{copy.tv.linkedText(ownerName)}</p>
        <p className={styles.quiet}>{copy.tv.linkedNext}</p>
      </div>
      <div className={styles.sun}>
        <svg className={styles.tick} aria-hidden="true" viewBox="0 0 100 100">
          <path d="M20 52l22 22 40-46" />
        </svg>
      </div>
    </div>
  );
}
