import { company } from '#domain/company.ts';
import type { Day } from '#domain/day.ts';
import { dayAndMonthName, type EventDate, eventDays } from '#domain/events/days.ts';
import { ticketPageCopy as copy } from '#domain/events/ticket/copy.ts';
import type { Timetable } from '#domain/events/ticket/details.ts';
import { formatDateInSentence, formatWeekday } from '#domain/time.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import styles from '../way.module.css';

const COLOURS = ['yellow', 'cyan', 'green', 'magenta'];

interface ProgrammeProps {
  event: EventDate;
  timetable: Timetable | null;
  lodging: boolean;
  /** Until when names may be changed here. */
  namesUntil: string | null;
}

/** The two days, where they are published, and what to bring. */
export function Programme({ event, timetable, lodging, namesUntil }: ProgrammeProps) {
  const days = eventDays(event);
  const things = lodging ? [...copy.bring.things, copy.bring.lodging] : copy.bring.things;
  return (
    <section className={styles.section}>
      <div className="wrap">
        {timetable && (
          <SectionHead
            channel={3}
            name={copy.programme.strip.name}
            about={copy.programme.strip.what}
            fact={copy.programme.strip.fact}
          />
        )}
        <div className={styles.programme}>
          {timetable && (
            <div className={styles.days}>
              {timetable.map((day, index) => (
                <section key={days[index]}>
                  <h2 className="d h3">
                    <span>{weekdayOf(days[index]!)}</span>
                    <small>{dayAndMonthName(days[index]!)}</small>
                  </h2>
                  <ol>
                    {day.map(({ time, title, about }) => (
                      <li key={`${time} ${title}`}>
                        <time>{time}</time>
                        <span>
                          <b>{title}</b>
                          {about && <i>{about}</i>}
                        </span>
                      </li>
                    ))}
                  </ol>
                </section>
              ))}
            </div>
          )}
          <aside className={styles.bring}>
            <h2 className="d h3">{copy.bring.title}</h2>
            <ul>
              {things.map(([thing, about], index) => (
                <li key={thing} style={{ '--key': `var(--bar-${COLOURS[index]})` } as React.CSSProperties}>
                  <b>{thing}</b>
                  <span>{about}</span>
                </li>
              ))}
            </ul>
            <h3 className="d h4">{copy.wrong}</h3>
            <p className="s">
              {namesUntil && `${copy.wrongText(formatDateInSentence(lastDayBefore(namesUntil)))} `}
              {copy.contact} <a href={`mailto:${company.email}`}>{company.email}</a>
            </p>
          </aside>
        </div>
      </div>
    </section>
  );
}

/** `Ponedeljak` */
const weekdayOf = (day: Day): string => formatWeekday(new Date(`${day}T12:00:00Z`)).split(',')[0]!;

/** Names close as the first day begins; the day before is the last one. */
const lastDayBefore = (moment: string): Date => new Date(new Date(moment).getTime() - 1);
