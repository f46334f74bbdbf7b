import { useEffect, useState } from 'react';
import { home } from '#domain/home/copy.ts';
import phone from '../ui/art/phone.svg';
import plate from '../ui/art/qr-plate.svg';
import remote from '../ui/art/remote.svg';
import television from '../ui/art/tv-advert.svg';
import styles from './press-ok.module.css';
import { Section } from './section.tsx';

const { qr } = home;

/**
 * The advert, the remote and the phone. The picture is complete from the start; pressing its OK key shows the code and
 * the phone reading it as an animation.
 */
export function PressOk() {
  const [usable, setUsable] = useState(false);
  const [presses, setPresses] = useState(0);
  useEffect(() => setUsable(true), []);

  return (
    <Section channel={3} strip={qr.strip} surface="ink" labelledBy="qr-title">
      <div className={styles.columns}>
        <div className={styles.pictures}>
          <div className={styles.television} data-pressed={presses > 0}>
            <img src={television} alt={qr.imageAlt} width={680} height={436} loading="lazy" />
            {/* A new key restarts the animation. */}
            <div key={presses} className={styles.glass}>
              <img src={plate} alt="" width={150} height={196} loading="lazy" />
            </div>
          </div>
          <div className={styles.remote}>
            <img src={remote} alt={qr.remoteAlt} width={120} height={360} loading="lazy" />
            {usable && (
              <button type="button" onClick={() => setPresses(presses + 1)}>
                <span className="vh">{qr.press}</span>
              </button>
            )}
          </div>
          <div className={styles.phone} data-pressed={presses > 0}>
            <img src={phone} alt={qr.phoneAlt} width={170} height={340} loading="lazy" />
            <div key={presses} className={styles.camera} aria-hidden="true">
              <img src={plate} alt="" width={150} height={196} loading="lazy" />
            </div>
          </div>
          <p className={styles.hint}>
            {usable && presses === 0 && qr.hint}
            <span role="status">{presses > 0 && qr.happened}</span>
          </p>
        </div>
        <div className={styles.words}>
          <h2 className="d h2" id="qr-title">
            {qr.title[0]}
            <br />
            {qr.title[1]}
          </h2>
          <p>{qr.text}</p>
          <ol className={styles.steps}>
            <li>
              <span>
                {qr.step1[0]}
                <b>{qr.step1[1]}</b>
                {qr.step1[2]}
              </span>
            </li>
            <li>{qr.step2}</li>
            <li>{qr.step3}</li>
          </ol>
          <p className="muted s">{qr.note}</p>
        </div>
      </div>
    </Section>
  );
}
