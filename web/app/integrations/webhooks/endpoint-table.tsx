import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { whenWords } from '#domain/system/amounts.ts';
import { daysSince } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './webhooks.module.css';
import { type Endpoint, failureReason, hostOf, nextWords, stateOf, TONES } from './webhooks.ts';

/** Every address with what it wants to hear and how it answered last; one of them is open beside the list. */
export function EndpointTable({
  endpoints,
  chosen,
  onChoose,
}: {
  endpoints: readonly Endpoint[];
  chosen: string | null;
  onChoose: (id: string) => void;
}) {
  const now = new Date();
  return (
    <section className={styles.panel} aria-labelledby="adrese-naslov">
      <header>
        <h3 id="adrese-naslov">
          {copy.addresses} <span>{endpoints.length}</span>
        </h3>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{copy.th.address}</th>
            <th>{copy.th.last}</th>
            <th>{copy.th.state}</th>
            <th>
              <span className="vh">{copy.th.act}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((one) => {
            const state = stateOf(one);
            const isChosen = one.id === chosen;
            return (
              <tr key={one.id} aria-current={isChosen || undefined} className={isChosen ? styles.chosen : undefined}>
                <td className={styles.tall}>
                  <b>{one.url}</b>
                  <Tags events={one.events} />
                </td>
                <td data-label={copy.th.last}>
                  <span>{lastWords(one, now)}</span>
                </td>
                <td data-label={copy.th.state}>
                  <Badge tone={TONES[state]}>{copy.states[state]}</Badge>
                </td>
                <td className={styles.act}>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={copy.openOf(hostOf(one))}
                    onClick={() => onChoose(one.id)}
                  >
                    {copy.open}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

export function Tags({ events }: { events: readonly string[] }) {
  return (
    <span className={styles.tags}>
      {events.map((event) => (
        <span key={event}>{event}</span>
      ))}
    </span>
  );
}

function lastWords(one: Endpoint, now: Date) {
  const { last } = one;
  if (!last) return copy.never;
  const when = whenWords(new Date(last.at), now);
  const what = answerWords(one, now);
  return (
    <>
      {when}
      <small>{what}</small>
    </>
  );
}

function answerWords(one: Endpoint, now: Date): string {
  const last = one.last!;
  if (one.offAt && one.failingSince) return copy.daysSilent(daysSince(new Date(one.failingSince), new Date(one.offAt)));
  if (last.state === 'delivered') return copy.lastAnswer(last.status!, last.ms!);
  const why = last.outcome === 'answered' ? copy.answer(last.status!) : failureReason(last);
  const next = one.nextAt && new Date(one.nextAt);
  return next && next > now ? copy.lastWithNext(why, nextWords(next, now)) : why;
}
