import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { day } from '#domain/advertising/shop-copy.ts';
import {
  clockAt,
  dayMinutes,
  secondsBetweenShowings,
  showingsBy,
  showingsPerDay,
  showingsPerLocation,
  sinceShown,
  viewsOf,
} from '#domain/advertising/special-day.ts';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { uiWords } from '#domain/copy.ts';
import dots from '../ui/art/dot-field-dots.svg';
import styles from './living-field.module.css';
import { CENTRE, locations, reachAt } from './locations.ts';

/** Minutes of the day in a second of the picture; after closing the field rests before it opens again. */
const SPEED = 20;
const NIGHT = 40;
/** Between two drawings, in milliseconds. */
const PACE = 50;
/** How long a showing stays visible in the picture, in minutes of its day. */
const AFTERGLOW = 3;
const FAR = 300;

/**
 * A day on a hundred locations, worked out from the stated figures: the advert goes out from the middle and reaches every
 * screen once in thirty minutes. Without JavaScript, with reduced motion and before it starts, it is a still picture.
 */
export function LivingField() {
  const [minute, setMinute] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const alive = useSyncExternalStore(never, yes, no);
  const frame = useRef<HTMLElement>(null);
  usePlayWhenSeen(frame, setPlaying);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let request = requestAnimationFrame(function draw(now) {
      request = requestAnimationFrame(draw);
      const passed = now - last;
      if (passed < PACE) return;
      last = now;
      // A tab that was away for a while goes on from where it was.
      const step = (Math.min(passed, 4 * PACE) / 1000) * SPEED;
      setMinute((current) => ((current ?? 0) + step) % (dayMinutes + NIGHT));
    });
    return () => cancelAnimationFrame(request);
  }, [playing]);

  const now = Math.min(minute ?? dayMinutes, dayMinutes);
  const shown = showingsBy(now);
  const reach =
    minute !== null && minute < dayMinutes
      ? reachAt((minute % specialPackage.everyMinutes) / specialPackage.everyMinutes)
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
              <circle key={r} {...around(r)} className={styles.ring} opacity={1 - ring / 3} />
            ))
          ) : (
            <circle {...around(reach)} className={styles.ring} opacity={1 - reach / FAR} />
          )}
          {locations.map(({ x, y }, location) => {
            const since = minute === null ? null : sinceShown(location, minute);
            const lit = since !== null && since < AFTERGLOW;
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
          <span>{day.shown(shown, showingsPerDay)}</span>
          <span>{day.seen(viewsOf(shown), specialPackage.viewsPerDay)}</span>
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

const around = (r: number) => ({ cx: CENTRE.x, cy: CENTRE.y, r });

/** The day starts when it comes into view and stops when it leaves it, unless the reader wants no motion. */
function usePlayWhenSeen(element: React.RefObject<HTMLElement | null>, play: (on: boolean) => void) {
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const observer = new IntersectionObserver((entries) => play(entries.at(-1)!.isIntersecting), { threshold: 0.4 });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element, play]);
}

const never = () => () => {};
const yes = () => true;
const no = () => false;
