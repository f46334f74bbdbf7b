import { HOUR_MS } from '#domain/day.ts';
import { formatNumber } from '#domain/money.ts';
import { decimal, durationWords, momentWords, whenWords } from '#domain/system/amounts.ts';
import { systemCopy as copy } from '#domain/system/copy.ts';
import { countProcesses } from '#domain/system/words.ts';
import { formatTime } from '#domain/time.ts';
import styles from './system.module.css';
import type { SystemRead } from './system-read.ts';

type Tone = 'good' | 'none' | 'late' | 'broken';
interface Tile {
  name: string;
  /** A row or a table of the page. */
  to: string;
  number: string;
  unit?: string;
  fact: string;
  tone: Tone;
}

const TONES = { ok: 'good', warn: 'late', err: 'broken' } as const;
const NOT_KNOWN = { number: '–', fact: '', tone: 'late' } as const;
/** A number of more letters, its unit among them, is drawn smaller. */
const LONG = 5;

/** Six numbers; each leads to where more is said. */
export function Tiles({ data }: { data: SystemRead }) {
  return (
    <nav className={styles.tiles} aria-label={copy.glance}>
      {tilesOf(data).map(({ name, to, number, unit, fact, tone }) => (
        <a key={name} href={to} data-tone={tone}>
          <span className="num" data-long={`${number}${unit ?? ''}`.length > LONG || undefined}>
            {number}
            {unit && <em>{unit}</em>}
          </span>
          <span className={styles.what}>
            <b>{name}</b>
            <small data-late={tone === 'broken' || undefined}>{fact}</small>
          </span>
        </a>
      ))}
    </nav>
  );
}

function tilesOf(data: SystemRead): Tile[] {
  return [
    { name: copy.tiles.processes, to: '#procesi', ...processesTile(data) },
    { name: copy.tiles.answered, to: '#deo-servers', ...answeredTile(data) },
    {
      name: copy.tiles.errors,
      to: '#deo-servers',
      number: formatNumber(data.errors),
      fact: copy.errorsFact(data.lastErrorAt ? formatTime(data.lastErrorAt) : null),
      tone: data.errors > 0 ? 'broken' : 'none',
    },
    { name: copy.tiles.jobs, to: '#poslovi', ...jobsTile(data) },
    { name: copy.tiles.mails, to: '#deo-mails', ...mailsTile(data) },
    { name: copy.tiles.backup, to: '#deo-backups', ...backupTile(data) },
  ];
}

type Figure = Omit<Tile, 'name' | 'to'>;

function processesTile({ at, parts: { servers } }: SystemRead): Figure {
  if (!servers.known) return NOT_KNOWN;
  const { processes } = servers.facts;
  const missing = processes.filter(({ isMissing }) => isMissing);
  const { web, working, isWorked } = countProcesses(processes);
  const first = missing[0];
  return {
    number: String(processes.length - missing.length),
    ...(first ? { unit: copy.of(processes.length) } : {}),
    fact: first
      ? copy.silent(first.place, momentWords(first.seenAt, at))
      : !isWorked
        ? copy.nobodyWorks
        : copy.processes(web, working),
    tone: TONES[servers.state],
  };
}

function answeredTile({ answered }: SystemRead): Figure {
  if (answered === null) return { number: '–', fact: copy.noRequests, tone: 'none' };
  const isLong = answered >= 1000;
  return {
    number: isLong ? decimal(answered / 1000, 1) : String(Math.max(1, Math.round(answered))),
    unit: isLong ? 's' : 'ms',
    fact: copy.answeredFact,
    tone: isLong ? 'late' : 'good',
  };
}

function jobsTile({ parts: { jobs } }: SystemRead): Figure {
  if (!jobs.known) return NOT_KNOWN;
  const { waiting, oldest } = jobs.facts;
  return {
    number: formatNumber(waiting),
    fact: oldest === null ? copy.noJob : copy.oldestJob(durationWords(oldest)),
    tone: waiting === 0 && jobs.state !== 'err' ? 'none' : jobs.state === 'err' ? 'broken' : 'good',
  };
}

function mailsTile({ parts: { mails } }: SystemRead): Figure {
  if (!mails.known) return NOT_KNOWN;
  const { queued, oldest, sentToday } = mails.facts;
  return {
    number: formatNumber(queued),
    fact:
      mails.state === 'ok' || oldest === null
        ? copy.sentToday(formatNumber(sentToday))
        : copy.oldestMail(durationWords(oldest)),
    tone: queued === 0 ? 'none' : TONES[mails.state],
  };
}

function backupTile({ at, parts: { backups } }: SystemRead): Figure {
  if (!backups.known) return NOT_KNOWN;
  const { lastAt, provenAt } = backups.facts;
  const fact = provenAt ? copy.proof(whenWords(provenAt, at)) : copy.noProof;
  if (lastAt === null) return { number: '–', fact, tone: 'broken' };
  const hours = Math.floor((at.getTime() - lastAt.getTime()) / HOUR_MS);
  const days = Math.floor(hours / 24);
  const figure =
    hours < 48 ? { number: String(hours), unit: 'h' } : { number: String(days), unit: copy.daysUnit(days) };
  return { ...figure, fact, tone: TONES[backups.state] };
}
