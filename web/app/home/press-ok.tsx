import { home } from '#domain/home/copy.ts';
import phone from '../ui/art/phone.svg';
import remote from '../ui/art/remote.svg';
import television from '../ui/art/tv-advert-qr.svg';
import styles from './press-ok.module.css';
import { Section } from './section.tsx';

const { qr } = home;

export function PressOk() {
  return (
    <Section channel={3} strip={qr.strip} surface="ink" labelledBy="qr-title">
      <div className={styles.columns}>
        <div className={styles.pictures}>
          <img src={television} alt={qr.imageAlt} width={680} height={436} loading="lazy" />
          <img src={remote} alt={qr.remoteAlt} width={120} height={360} loading="lazy" />
          <img src={phone} alt={qr.phoneAlt} width={170} height={340} loading="lazy" />
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
