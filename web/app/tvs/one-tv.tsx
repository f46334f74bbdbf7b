import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { formatNumber } from '#domain/money.ts';
import { reasonCopy } from '#domain/playout/rules-copy.ts';
import { sizeWords } from '#domain/system/amounts.ts';
import { formatDateTime, formatDayAndMonth } from '#domain/time.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { CONFIRMATIONS } from '#domain/tvs/rules.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { BarChart } from '../ui/media/bar-chart.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Table } from '../ui/table/table.tsx';
import { type Outcome, write } from '../write.ts';
import type { AskedTv, Tv } from './tv-question.tsx';
import styles from './tvs.module.css';

const copy = tvsCopy.one;

interface OneTvProps {
  id: string;
  onClose: () => void;
  onBlock: () => void;
  onAsk: (asked: AskedTv) => void;
  reload: () => Promise<unknown>;
}

/** What a TV says each minute is no change that the screen hears of; while it was asked for something, its answer is looked for. */
const EVERY_MS = 60_000;
const WAITING_MS = 5_000;

/** One TV: what it says of itself, what it showed, who decided what, and what may be done. */
export function OneTv({ id, ...acts }: OneTvProps) {
  const tv = useQuery(
    api.tvs.admin.read.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data?.screen?.command ? WAITING_MS : EVERY_MS),
    }),
  );
  return (
    <section className={styles.one} aria-label={copy.title(tv.data ? formatPairingNumber(tv.data.number) : '')}>
      <DataPart name={tvsCopy.list.th.tv} part={partStateOf(tv)} lines={6}>
        {() => (
          <>
            <Actions tv={tv.data!} {...acts} />
            <Facts tv={tv.data!} />
            <div className={styles.two}>
              <Days tv={tv.data!} />
              <Plays tv={tv.data!} />
            </div>
          </>
        )}
      </DataPart>
    </section>
  );
}

function Actions({ tv, onClose, onBlock, onAsk, reload }: { tv: Tv } & Omit<OneTvProps, 'id'>) {
  const { id, state, venue, isConfirmed, screen } = tv;
  const isLinked = tv.unlinkedAt === null;
  const [busy, setBusy] = useState(false);
  const run = useSingleFlight(async (work: () => Promise<Outcome<unknown>>, said: string) => {
    setBusy(true);
    const outcome = await work();
    setBusy(false);
    if (outcome.outcome === 'done') toast.success(said);
    else toast.error(outcome.text);
    await reload();
  });
  const ask = (what: AskedTv['what']) => onAsk({ what, tv });
  const waits = isLinked && venue !== null && venue !== 'household' && !isConfirmed;
  return (
    <div className={styles.actions}>
      {waits &&
        CONFIRMATIONS.map((how) => (
          <Button
            key={how}
            size="sm"
            variant="secondary"
            disabled={busy}
            aria-label={`${copy.confirm}: ${copy.confirmBy[how]}`}
            onClick={() => void run(() => confirmVenue({ id, venue, how }), copy.confirmedNow)}
          >
            {how === 'photo' ? `${copy.confirm}: ${copy.confirmBy.photo.toLowerCase()}` : copy.confirmBy[how]}
          </Button>
        ))}
      {waits && (
        <Button size="sm" variant="secondary" onClick={() => ask('refuse')}>
          {copy.refuse}
        </Button>
      )}
      {isLinked && (
        <Button size="sm" variant="secondary" onClick={() => ask('move')}>
          {copy.move}
        </Button>
      )}
      {isLinked && screen && (
        <>
          <Button
            size="sm"
            variant="secondary"
            disabled={busy || screen.command !== null}
            onClick={() => void run(() => write(() => client.tvs.admin.command({ id, command: 'reload' })), copy.asked)}
          >
            {copy.reload}
          </Button>
          <Button size="sm" variant="secondary" disabled={screen.command !== null} onClick={() => ask('relink')}>
            {copy.relink}
          </Button>
        </>
      )}
      {state === 'blocked' ? (
        <Button size="sm" variant="secondary" onClick={() => ask('unblock')}>
          {tvsCopy.unblock}
        </Button>
      ) : (
        <Button size="sm" variant="danger" onClick={onBlock}>
          {tvsCopy.block}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClose}>
        {copy.close}
      </Button>
    </div>
  );
}

/** Whoever has confirmed it so already was this person, whose answer was lost. */
const confirmVenue = (said: Parameters<typeof client.tvs.admin.confirm>[0]) =>
  write<unknown>(() => client.tvs.admin.confirm(said), {
    arrived: async ({ code }) => {
      if (code !== 'VENUE_CHANGED') return undefined;
      const { venue, isConfirmed, confirmed } = await client.tvs.admin.read({ id: said.id });
      return isConfirmed && venue === said.venue && confirmed?.how === said.how ? true : undefined;
    },
  });

function Facts({ tv: { screen, licence, isLicensed, confirmed, blocks } }: { tv: Tv }) {
  return (
    <ul className={styles.facts}>
      <li>
        <b>{copy.screen}: </b>
        {screen && (screen.version !== '' || screen.width > 0)
          ? [
              copy.size(screen.width, screen.height),
              screen.visible ? copy.visible : copy.hidden,
              screen.version.slice(0, 7),
            ]
              .filter(Boolean)
              .join(', ')
          : copy.noScreen}
      </li>
      {screen && screen.freeMegabytes !== null && (
        <li>
          <b>{copy.free}: </b>
          {sizeWords(1e6 * screen.freeMegabytes)}
        </li>
      )}
      {screen?.lastError && screen.errorAt && <li>{copy.error(screen.lastError, screen.errorAt)}</li>}
      {screen?.command && <li>{copy.waitsFor[screen.command]}</li>}
      {screen?.toldAt && !screen.command && <li>{copy.heard(screen.toldAt)}</li>}
      <li>
        <b>{copy.licence}: </b>
        {licence
          ? [copy.licences[licence.kind], licence.serial, licence.until && copy.until(licence.until)]
              .filter(Boolean)
              .join(' ')
          : copy.noLicence}
        {licence && !isLicensed && ` (${copy.notInForce})`}
      </li>
      {confirmed && <li>{copy.confirmed(copy.hows[confirmed.how], confirmed.by, confirmed.at)}</li>}
      {blocks.map((block) => (
        <li key={String(block.at)}>
          <b>{copy.blocks}: </b>
          {[
            copy.block(block),
            copy.voided(tvsCopy.units(block)),
            block.liftedAt && copy.lifted(block.liftedAt, block.liftedBy),
          ]
            .filter(Boolean)
            .join('. ')}
        </li>
      ))}
    </ul>
  );
}

function Days({ tv: { days } }: { tv: Tv }) {
  const bars = days.map((day) => ({
    label: formatDayAndMonth(`${day.day}T12:00:00Z`),
    value: day.banners * 15 + day.tvSeconds,
    text: tvsCopy.units(day),
  }));
  return (
    <div>
      <h3 className={styles.cardTitle}>{copy.days}</h3>
      <BarChart
        title={copy.days}
        summary={bars.map(({ label, text }) => `${label}: ${text}`).join(', ')}
        bars={bars}
        colour="var(--bar-cyan)"
      />
    </div>
  );
}

function Plays({ tv: { plays } }: { tv: Tv }) {
  const outcomeOf = (outcome: Tv['plays'][number]['outcome']) =>
    outcome === 'counted' ? copy.counted : outcome === 'returned' ? copy.returned : reasonCopy[outcome].name;
  return (
    <div className={styles.plays}>
      <h3 className={styles.cardTitle}>{copy.plays}</h3>
      <Table
        caption={copy.plays}
        rows={plays}
        rowKey={({ id }) => id}
        empty={copy.playsEmpty}
        columns={[
          {
            key: 'when',
            header: copy.playsTh.when,
            cell: ({ startedAt, reportedAt }) => formatDateTime(startedAt ?? reportedAt),
          },
          { key: 'campaign', header: copy.playsTh.campaign, cell: ({ campaign }) => campaign },
          {
            key: 'outcome',
            header: copy.playsTh.outcome,
            cell: ({ outcome, repeats }) =>
              [outcomeOf(outcome), repeats > 0 && copy.again(repeats)].filter(Boolean).join(', '),
          },
          {
            key: 'visible',
            header: copy.playsTh.visible,
            align: 'right',
            cell: ({ visibleMs }) => (visibleMs === null ? '' : `${formatNumber(Math.round(visibleMs / 1000))} s`),
          },
        ]}
      />
    </div>
  );
}
