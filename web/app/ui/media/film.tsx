import { type ReactNode, useEffect, useRef, useState } from 'react';
import { uiWords } from '#domain/copy.ts';
import styles from './film.module.css';

/**
 * A short silent loop over its poster (`children`). It starts by itself once the page is idle and the film is in view,
 * unless the person prefers reduced motion or saves data; then it starts with its button. A film that is
 * missing or broken leaves the poster.
 */
export function Film({ src, children, className }: { src: string; children: ReactNode; className?: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  const [state, setState] = useState<'poster' | 'playing' | 'paused' | 'broken'>('poster');
  const [usable, setUsable] = useState(false);
  const stopped = useRef(false);

  useEffect(() => {
    setUsable(true);
    if (!mayStartAlone()) return;
    let seen: IntersectionObserver | null = null;
    const cancel = whenQuiet(() => {
      seen = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) video.current?.pause();
          else if (!stopped.current) {
            setWanted(true);
            void play(video.current);
          }
        },
        { threshold: 0.25 },
      );
      if (frame.current) seen.observe(frame.current);
    });
    return () => {
      cancel();
      seen?.disconnect();
    };
  }, []);

  useEffect(() => {
    if (wanted && !stopped.current) void play(video.current);
  }, [wanted]);

  function toggle() {
    stopped.current = state === 'playing';
    if (stopped.current) video.current?.pause();
    else if (wanted) void play(video.current);
    else setWanted(true);
  }

  const playing = state === 'playing';
  return (
    <div ref={frame} className={`${styles.film} ${className ?? ''}`}>
      {children}
      {wanted && state !== 'broken' && (
        <video
          ref={video}
          className={styles.video}
          data-shown={state !== 'poster'}
          muted
          loop
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-hidden="true"
          onPlaying={() => setState('playing')}
          onPause={() => setState((now) => (now === 'playing' ? 'paused' : now))}
          onError={({ target, currentTarget }) => target === currentTarget && setState('broken')}
        >
          <source src={`${src}-640.webm`} type="video/webm" media="(max-width: 820px)" />
          <source src={`${src}-640.mp4`} type="video/mp4" media="(max-width: 820px)" />
          <source src={`${src}.webm`} type="video/webm" />
          <source src={`${src}.mp4`} type="video/mp4" onError={() => setState('broken')} />
        </video>
      )}
      {usable && state !== 'broken' && (
        <button
          type="button"
          className={styles.toggle}
          aria-label={playing ? uiWords.pauseFilm : uiWords.playFilm}
          onClick={toggle}
        >
          <i data-sign={playing ? 'pause' : 'play'} />
          {playing ? uiWords.pause : uiWords.play}
        </button>
      )}
    </div>
  );
}

/** A browser may refuse to play; then the button is there. */
async function play(video: HTMLVideoElement | null) {
  try {
    await video?.play();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function mayStartAlone(): boolean {
  const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  return !saveData && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** After everything the first view needs has arrived. */
function whenQuiet(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer = setTimeout(act, 300);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
  return () => {
    window.removeEventListener('load', soon);
    clearTimeout(timer);
  };
}
