import { useEffect, useRef, useState } from 'react';
import { home } from '#domain/home/copy.ts';
import { publicFileUrl } from '../shell/site.ts';
import poster from '../ui/art/promo-poster.svg';
import { Button } from '../ui/button.tsx';
import styles from './promo.module.css';
import { Section } from './section.tsx';

const { promo } = home;
const film = publicFileUrl('videos/promo');

/** The film is loaded and played on request, with the browser's own controls and captions, silent until its sound is asked for. */
export function Promo() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'poster' | 'film' | 'broken'>('poster');
  const [muted, setMuted] = useState(true);

  useEffect(() => {
    if (state !== 'film') return;
    video.current?.focus();
    video.current?.play().catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error;
    });
  }, [state]);

  return (
    <Section channel={6} strip={promo.strip} labelledBy="promo-title">
      <div className={styles.head}>
        <h2 className="d h2" id="promo-title">
          {promo.title}
        </h2>
        <p>{promo.caption}</p>
      </div>
      <div className={styles.tube} data-playing={state === 'film'}>
        {state === 'film' ? (
          <video
            ref={video}
            controls
            muted={muted}
            playsInline
            preload="auto"
            aria-label={promo.videoLabel}
            crossOrigin="anonymous"
            onVolumeChange={({ currentTarget }) => setMuted(currentTarget.muted)}
          >
            <source src={`${film}-640.webm`} type="video/webm" media="(max-width: 820px)" />
            <source src={`${film}-640.mp4`} type="video/mp4" media="(max-width: 820px)" />
            <source src={`${film}.webm`} type="video/webm" />
            <source src={`${film}.mp4`} type="video/mp4" onError={() => setState('broken')} />
            <track kind="captions" src={`${film}.vtt`} srcLang="sr-Latn" label={promo.captions} default />
          </video>
        ) : (
          <>
            <img src={poster} alt={promo.poster} width={1680} height={720} loading="lazy" />
            {state === 'poster' && (
              <button type="button" className={styles.play} onClick={() => setState('film')}>
                <i />
                {promo.play}
              </button>
            )}
            <noscript>
              <a className={styles.play} href={`${film}.mp4`}>
                <i />
                {promo.play}
              </a>
            </noscript>
          </>
        )}
      </div>
      {state === 'film' && (
        <Button variant="secondary" className={styles.sound} onClick={() => setMuted(!muted)}>
          {muted ? promo.soundOn : promo.soundOff}
        </Button>
      )}
      <p role="status" className={styles.error}>
        {state === 'broken' && promo.error}
      </p>
    </Section>
  );
}
