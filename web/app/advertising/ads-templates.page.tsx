import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { templates } from '#domain/advertising/templates-copy.ts';
import lBanner from '../../storage/templates/l-baner.svg';
import guide from '../../storage/templates/qr.svg';
import spot from '../../storage/templates/tv-spot.svg';
import { publicFileUrl } from '../shell/site.ts';
import { ButtonLink } from '../ui/button.tsx';
import { TextLink } from '../ui/link.tsx';
import styles from './ads-templates.module.css';

const NAME = 'ads_template.zip';
const archive = publicFileUrl(`templates/${NAME}`);

/** Starts the download of the archive by itself. Without JavaScript the button is an ordinary link to it. */
export default function AdsTemplatesPage() {
  const [state, setState] = useState<'running' | 'done' | 'failed'>('running');
  const running = useRef(false);

  async function download() {
    if (running.current) return;
    running.current = true;
    setState('running');
    setState((await save()) ? 'done' : 'failed');
    running.current = false;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void download(), []);

  function again(event: MouseEvent) {
    event.preventDefault();
    void download();
  }

  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 className="d h1">{templates.title}</h1>
        <p className="lede">{templates.text}</p>
      </div>
      <div className={styles.bar}>
        <p role="status" className={styles.status} data-state={state}>
          <span className={styles.signal} aria-hidden="true">
            {['yellow', 'cyan', 'green', 'magenta', 'red', 'blue'].map((name) => (
              <i key={name} style={{ background: `var(--bar-${name})` }} />
            ))}
          </span>
          {state === 'running' ? templates.downloading : state === 'done' ? templates.done : templates.error}
        </p>
        <ButtonLink href={`${archive}?download`} download={NAME} onClick={again}>
          {templates.again}
        </ButtonLink>
      </div>
      <h2 className="vh">{templates.inside}</h2>
      <ul className={styles.inside}>
        <li>
          <img src={lBanner} alt={templates.lBanner.alt} width={1280} height={720} />
          <h3 className="d h4">{templates.lBanner.title}</h3>
          <p className="s muted">{templates.lBanner.text}</p>
        </li>
        <li>
          <img src={spot} alt={templates.spot.alt} width={1280} height={720} />
          <h3 className="d h4">{templates.spot.title}</h3>
          <p className="s muted">{templates.spot.text}</p>
        </li>
        <li className={styles.brief}>
          <img src={guide} alt={templates.brief.alt} width={1280} height={720} />
          <h3 className="d h4">{templates.brief.title}</h3>
          <p className="s muted">{templates.brief.text}</p>
        </li>
      </ul>
      <p>
        <TextLink to="/">{templates.home}</TextLink>
      </p>
    </div>
  );
}

/** Whether the whole archive arrived and was handed to the browser to keep. */
async function save(): Promise<boolean> {
  try {
    const answer = await fetch(archive);
    if (!answer.ok) return false;
    const address = URL.createObjectURL(await answer.blob());
    const link = Object.assign(document.createElement('a'), { href: address, download: NAME });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return true;
  } catch {
    return false;
  }
}
