import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { dayOf, formatDayAndMonth, formatTime } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './deliveries.module.css';
import { DeliveryDetail } from './delivery-detail.tsx';
import shared from './webhooks.module.css';
import { type Delivery, type Endpoint, nextWords, silentFor } from './webhooks.ts';

interface DeliveryRowProps {
  row: Delivery;
  endpoint: Endpoint;
  /** Its detail stands below it. */
  isOpen: boolean;
  onToggle: () => void;
  /** The one that is being sent again just now. */
  sending: number | null;
  onAgain: () => void;
}

/** One delivery: when, of what, and how it was answered. */
export function DeliveryRow({ row, endpoint, isOpen, onToggle, sending, onAgain }: DeliveryRowProps) {
  const what = copy.object(row.object);
  return (
    <>
      <tr>
        <td>
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={isOpen}
            aria-label={(isOpen ? copy.hide : copy.show)(timeOf(row), `${row.type}, ${what}`)}
            onClick={onToggle}
          >
            <b>{timeOf(row)}</b>
          </button>
        </td>
        <td data-label={copy.sentTh.event}>
          <span>
            {row.type}
            <small>{what}</small>
          </span>
        </td>
        <td data-label={copy.sentTh.number}>{row.number}.</td>
        <td data-label={copy.sentTh.answer}>
          <Answer row={row} endpoint={endpoint} />
        </td>
        <td className={shared.act}>
          <Button
            size="sm"
            variant="ghost"
            aria-label={copy.againOf(`${row.type}, ${what}`)}
            loading={sending === row.id}
            disabled={sending !== null}
            onClick={onAgain}
          >
            {copy.again}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className={shared.detailRow}>
          <td colSpan={5}>
            <DeliveryDetail key={row.state} id={row.id} />
          </td>
        </tr>
      )}
    </>
  );
}

function timeOf({ at }: Delivery): string {
  const when = new Date(at);
  return dayOf(when) === dayOf(new Date()) ? formatTime(when) : copy.at(formatDayAndMonth(when), formatTime(when));
}

/** The state as a word or the status, and under it what explains it. */
function Answer({ row, endpoint }: { row: Delivery; endpoint: Endpoint }) {
  const [tone, word, why] = answerOf(row, endpoint);
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>
      {why && <small>{why}</small>}
    </span>
  );
}

function answerOf(row: Delivery, endpoint: Endpoint): ['ok' | 'warn' | 'err', string, string] {
  const { state, outcome, status, ms, number, answer } = row;
  if (state === 'waiting') return ['warn', copy.words.waiting, whenSent(row, endpoint)];
  if (state === 'delivered') return ['ok', String(status), number > 1 ? copy.takenAt(number) : `${ms} ms`];
  switch (outcome) {
    case 'late':
      return ['err', copy.words.late, silentFor];
    case 'redirected':
      return ['err', copy.words.redirected, copy.answer(status!)];
    case 'refused':
      return ['err', copy.words.refused, answer === 'private' ? copy.private : ''];
    case 'unreachable':
      return ['err', copy.words.unreachable, answer];
    default:
      return ['err', String(status), firstLineOf(answer)];
  }
}

function whenSent({ dueAt }: Delivery, { state, pausedUntil }: Endpoint): string {
  if (state === 'off') return copy.afterOn;
  if (pausedUntil) return copy.afterPause;
  const [due, now] = [new Date(dueAt), new Date()];
  return due > now ? copy.nextAt(nextWords(due, now)) : copy.soon;
}

const CHARACTERS_SHOWN = 60;
/** The first line of an answer, as far as a row has room for it. */
function firstLineOf(answer: string): string {
  const line = answer.trim().split('\n')[0]!;
  if (line === '') return '';
  return copy.quoted(line.length > CHARACTERS_SHOWN ? `${line.slice(0, CHARACTERS_SHOWN)}…` : line);
}
