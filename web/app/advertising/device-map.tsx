import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  clockAt,
  dayMinutes,
  minutesSinceLastShowing,
  secondsBetweenShowings,
  showingsPerDay,
  showingsPerLocation,
  showingsUntil,
  viewsOfShowings,
} from '#domain/advertising/special-day.ts';
import { day } from '#domain/advertising/special-shop-copy.ts';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { uiWords } from '#domain/copy.ts';
import dots from '../ui/art/dot-field-dots.svg';
import styles from './device-map.module.css';
import { CENTRE, distanceAt, locations } from './locations.ts';

/** Minutes of the day per second of the animation, and its pause between closing and opening time. */
const MINUTES_PER_SECOND = 20;
const REST_MINUTES = 40;
/** Milliseconds between two frames. */
const FRAME_MS = 50;
/** How long a showing stays visible in the picture, in minutes of its day. */
const VISIBLE_MINUTES = 3;
const FADE_RADIUS = 300;

/**
 * A day on a hundred locations, computed from the package's figures: the advert starts in the middle and reaches every
 * screen once in thirty minutes. Without JavaScript, with reduced motion and before it starts, it is a still picture.
 */
export function DeviceMap() {
  const [minute, setMinute] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const alive = useSyncExternalStore(subscribeToNothing, inBrowser, onServer);
  const frame = useRef<HTMLElement>(null);
  usePlayWhenSeen(frame, setPlaying);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let request = requestAnimationFrame(function draw(now) {
      request = requestAnimationFrame(draw);
      const passed = now - last;
      if (passed < FRAME_MS) return;
      last = now;
      // A hidden tab draws no frames: the animation continues where it stopped.
      const step = (Math.min(passed, 4 * FRAME_MS) / 1000) * MINUTES_PER_SECOND;
      setMinute((current) => ((current ?? 0) + step) % (dayMinutes + REST_MINUTES));
    });
    return () => cancelAnimationFrame(request);
  }, [playing]);

  const now = Math.min(minute ?? dayMinutes, dayMinutes);
  const shown = showingsUntil(now);
  const reach =
    minute !== null && minute < dayMinutes
      ? distanceAt((minute % specialPackage.everyMinutes) / specialPackage.everyMinutes)
      : null;

  return (
    <figure ref={frame} className={styles.figure}>
      <div className={styles.field}>
        <img src={dots} alt="" width="600" height="512" />
        <svg
          viewBox="56 16 600 512"
          role="img"
          aria-label={day.alt}
          data-night={minute !== null && minute >= dayMinutes}
        >
          {reach === null ? (
            [58, 98, 138].map((r, ring) => (
              <circle key={r} {...ringOf(r)} className={styles.ring} opacity={1 - ring / 3} />
            ))
          ) : (
            <circle {...ringOf(reach)} className={styles.ring} opacity={1 - reach / FADE_RADIUS} />
          )}
          {locations.map(({ x, y }, location) => {
            const since = minute === null ? null : minutesSinceLastShowing(location, minute);
            const lit = since !== null && since < VISIBLE_MINUTES;
            return (
              <rect
                key={`${x} ${y}`}
                x={x}
                y={y}
                width="13"
                height="9.5"
                rx="2.4"
                className={styles.screen}
                data-lit={lit}
              />
            );
          })}
        </svg>
      </div>
      <figcaption className={styles.panel}>
        <div className={styles.controls} data-alive={alive}>
          <button type="button" className={styles.play} onClick={() => setPlaying(!playing)}>
            <i data-sign={playing ? 'pause' : 'play'} aria-hidden="true" />
            <span className="vh">
              {playing ? uiWords.pause : uiWords.play}: {day.title}
            </span>
          </button>
          <output className={`num ${styles.clock}`}>{clockAt(now)}</output>
          <input
            type="range"
            min={0}
            max={dayMinutes}
            step={5}
            value={now}
            aria-label={day.time}
            aria-valuetext={day.valueText(clockAt(now), shown)}
            style={{ '--past': now / dayMinutes } as CSSProperties}
            onChange={(event) => {
              setPlaying(false);
              setMinute(Number(event.target.value));
            }}
          />
        </div>
        <p className={styles.counts} data-alive={alive}>
          <span className={`osd ${styles.example}`}>{day.example}</span>
          <span>{day.shown(shown, showingsPerDay)}</span>
          <span>{day.seen(viewsOfShowings(shown), specialPackage.viewsPerDay)}</span>
        </p>
        <p className={`xs ${styles.sum}`}>
          {day.sum({
            locations: specialPackage.locations,
            times: showingsPerLocation,
            total: showingsPerDay,
            seconds: secondsBetweenShowings,
          })}
        </p>
      </figcaption>
    </figure>
  );
}

const ringOf = (r: number) => ({ cx: CENTRE.x, cy: CENTRE.y, r });

/** The day starts when it comes into view and stops when it leaves it, unless the reader wants no motion. */
function usePlayWhenSeen(element: React.RefObject<HTMLElement | null>, play: (on: boolean) => void) {
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const observer = new IntersectionObserver((entries) => play(entries.at(-1)!.isIntersecting), { threshold: 0.4 });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element, play]);
}

const subscribeToNothing = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
