import { Fragment, useState } from 'react';
import { common } from '#domain/copy.ts';
import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { DELIVERY_STATES } from '#domain/integrations/webhooks/rules.ts';
import { formatNumber } from '#domain/money.ts';
import { dayOf, formatDayAndMonth, formatTime } from '#domain/time.ts';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PartLoading } from '../../ui/part/data-part.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import styles from './webhooks.module.css';
import { type Delivery, type Endpoint, hostOf, silentFor } from './webhooks.ts';

const CHIPS = ['all', ...(['delivered', 'waiting', 'failed'] as const)] as const;
type Chip = (typeof CHIPS)[number];

/** What was sent to the chosen address, newest first. */
export function Deliveries({
  endpoint,
  sending,
  isThere,
  onAgain,
}: {
  endpoint: Endpoint;
  /** The one that is being sent again just now. */
  sending: number | null;
  /** Whether the address still is, as the list says that is read for it. */
  isThere: () => Promise<boolean>;
  onAgain: (delivery: Delivery) => void;
}) {
  const [chip, setChip] = useState<Chip>('all');
  const [open, setOpen] = useState<number | null>(null);
  const { id, counts } = endpoint;
  const list = useAdminList(
    api.integrations.webhooks.deliveries,
    { id, state: chip === 'all' ? undefined : chip },
    { screen: 'webhooks', keeps: () => false, isThere },
  );
  const { rows } = list;
  const total = DELIVERY_STATES.reduce((sum, state) => sum + counts[state], 0);
  return (
    <section className={styles.panel} aria-labelledby="slanja-naslov">
      <header>
        <h3 id="slanja-naslov">
          {copy.sent} <span>{copy.sentOf(hostOf(endpoint))}</span>
        </h3>
      </header>
      <fieldset className={styles.chips} aria-label={copy.filterLabel}>
        {CHIPS.map((one) => (
          <button key={one} type="button" aria-pressed={one === chip} onClick={() => setChip(one)}>
            {copy.filters[one]} <span>{formatNumber(one === 'all' ? total : counts[one])}</span>
          </button>
        ))}
      </fieldset>
      {list.failed ? (
        <div className={styles.failed} role="alert">
          <p>
            <b>{copy.loadError}</b> {copy.loadErrorText}
          </p>
          <Button size="sm" variant="secondary" onClick={() => void list.reload()}>
            {common.retry}
          </Button>
        </div>
      ) : !rows ? (
        <div className={styles.inside}>
          <PartLoading lines={6} />
        </div>
      ) : rows.length === 0 ? (
        <p className={`muted ${styles.inside}`}>{chip === 'all' ? copy.noneSent : copy.noneHere}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{copy.sentTh.time}</th>
              <th>{copy.sentTh.event}</th>
              <th>{copy.sentTh.number}</th>
              <th>{copy.sentTh.answer}</th>
              <th>
                <span className="vh">{copy.sentTh.act}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const what = copy.object(row.object);
              const isOpen = row.id === open;
              return (
                <Fragment key={row.id}>
                  <tr>
                    <td>
                      <button
                        type="button"
                        className={styles.unfold}
                        aria-expanded={isOpen}
                        aria-label={(isOpen ? copy.hide : copy.show)(timeOf(row), `${row.type}, ${what}`)}
                        onClick={() => setOpen(isOpen ? null : row.id)}
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
                    <td className={styles.act}>
                      <Button
                        size="sm"
                        variant="ghost"
                        aria-label={copy.againOf(`${row.type}, ${what}`)}
                        loading={sending === row.id}
                        disabled={sending !== null}
                        onClick={() => onAgain(row)}
                      >
                        {copy.again}
                      </Button>
                    </td>
                  </tr>
                  {isOpen && (
                    <tr className={styles.detailRow}>
                      <td colSpan={5}>
                        <DeliveryDetail key={row.state} id={row.id} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      )}
      {list.more && (
        <div className={styles.more}>
          <Button size="sm" variant="secondary" loading={list.isReadingMore} onClick={() => void list.more?.()}>
            {copy.more}
          </Button>
        </div>
      )}
    </section>
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
      return ['err', String(status), beginningOf(answer)];
  }
}

function whenSent({ dueAt }: Delivery, { state, pausedUntil }: Endpoint): string {
  if (state === 'off') return copy.afterOn;
  if (pausedUntil) return copy.afterPause;
  const due = new Date(dueAt);
  return due > new Date() ? copy.nextAt(formatTime(due)) : copy.soon;
}

const CHARACTERS_SHOWN = 60;
/** The first line of an answer, as far as a row has room for it. */
function beginningOf(answer: string): string {
  const line = answer.trim().split('\n')[0]!;
  if (line === '') return '';
  return copy.quoted(line.length > CHARACTERS_SHOWN ? `${line.slice(0, CHARACTERS_SHOWN)}…` : line);
}
