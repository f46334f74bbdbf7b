import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '#domain/money.ts';
import { shortDuration, sizeWords, whenWords } from '#domain/system/amounts.ts';
import { systemCopy } from '#domain/system/copy.ts';
import type { DetailedPart } from '#domain/system/details.ts';
import { detailsCopy as copy } from '#domain/system/details-copy.ts';
import { api, type client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import styles from './details.module.css';

/** What stands behind the row of a part. */
export function Details({ part, onClose }: { part: DetailedPart; onClose: () => void }) {
  // Opened again it is read again: what it shows changes by itself.
  const read = useQuery(api.system.detail.queryOptions({ input: { part }, staleTime: 0 }));
  const title = copy.titles[part];
  return (
    <Dialog open onOpenChange={onClose} title={title} size="lg" footer={<DialogClose>{copy.close}</DialogClose>}>
      <DataPart name={title} part={partStateOf(read)} lines={6}>
        {() => shown(read.data!)}
      </DataPart>
    </Dialog>
  );
}

type Read = Awaited<ReturnType<typeof client.system.detail>>;
type Of<Name extends DetailedPart> = Extract<Read, { part: Name }>;

function shown(detail: Read): ReactNode {
  switch (detail.part) {
    case 'version':
      return <News {...detail} />;
    case 'files':
      return <Place {...detail} />;
    case 'backups':
      return <Backups {...detail} />;
    case 'doubles':
      return <Settings {...detail} />;
  }
}

/** The shipped list of changes, as it was written. */
function News({ release, notes }: Of<'version'>) {
  return (
    <>
      <p>
        {copy.news.release(release)} {notes ? copy.news.language : copy.news.none}
      </p>
      {notes && (
        <section className={styles.news} lang="en" aria-label={notes.title}>
          <h3>{notes.title}</h3>
          {notes.groups.map(({ title, lines }) => (
            <div key={title}>
              {title && <h4>{title}</h4>}
              <ul>
                {lines.map((line) => (
                  <li key={line}>
                    <Line text={line} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      )}
    </>
  );
}

/** Commands and settings stand between backticks. */
function Line({ text }: { text: string }) {
  const [words, name, ...rest] = text.split('`');
  if (name === undefined) return words;
  return (
    <>
      {words}
      <code>{name}</code>
      <Line text={rest.join('`')} />
    </>
  );
}

function Facts({ rows }: { rows: readonly (readonly [name: string, value: string] | false)[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const KIND_NAMES: Record<string, string> = copy.files.kinds;
const KINDS: readonly Column<Of<'files'>['kinds'][number]>[] = [
  { key: 'kind', header: copy.files.kind, cell: ({ kind }) => <b>{KIND_NAMES[kind] ?? kind}</b>, bare: true },
  { key: 'count', header: copy.files.count, cell: ({ count }) => formatNumber(count), align: 'right' },
  { key: 'bytes', header: copy.files.size, cell: ({ bytes }) => sizeWords(bytes), align: 'right' },
  { key: 'week', header: copy.files.week, cell: ({ weekBytes }) => sizeWords(weekBytes), align: 'right' },
];

function Place({ place, bytes, allowedBytes, disk, kinds }: Of<'files'>) {
  const words = copy.files;
  return (
    <>
      <Facts
        rows={[
          [copy.where, place],
          [words.taken, words.takenOf(sizeWords(bytes), sizeWords(allowedBytes))],
          [words.left, sizeWords(Math.max(0, allowedBytes - bytes))],
          disk !== null && [words.disk, words.diskFree(sizeWords(disk.freeBytes), Math.floor(disk.freePart * 100))],
        ]}
      />
      <Table
        caption={words.caption}
        columns={KINDS}
        rows={kinds}
        rowKey={({ kind }) => kind}
        empty={<p>{words.none}</p>}
      />
    </>
  );
}

const when = (at: Date | string): string => whenWords(new Date(at), new Date());
const BACKUPS: readonly Column<Of<'backups'>['made'][number]>[] = [
  {
    key: 'made',
    header: copy.backups.made,
    bare: true,
    cell: ({ madeAt, file }) => (
      <>
        <b>{when(madeAt)}</b>
        <small className={styles.file}>{file}</small>
      </>
    ),
  },
  { key: 'bytes', header: copy.backups.size, cell: ({ bytes }) => sizeWords(bytes), align: 'right' },
  { key: 'took', header: copy.backups.took, cell: ({ seconds }) => shortDuration(seconds), align: 'right' },
  {
    key: 'proof',
    header: copy.backups.proof,
    cell: ({ checkedAt }) => (checkedAt ? when(checkedAt) : copy.backups.unproven),
  },
];

function Backups({ place, target, everyHours, keep, isLocked, made }: Of<'backups'>) {
  const words = copy.backups;
  return (
    <>
      <Facts
        rows={[
          [copy.where, place],
          [words.target, target ?? copy.notSet],
          [words.every, everyHours === null ? words.onlyAsked : words.everyHours(everyHours)],
          [words.keep, words.kept(keep)],
          [words.lock, isLocked ? words.locked : words.open],
        ]}
      />
      <Table
        caption={copy.titles.backups}
        columns={BACKUPS}
        rows={made}
        rowKey={({ id }) => id}
        empty={<p>{words.none}</p>}
      />
    </>
  );
}

const SETTINGS: readonly Column<Of<'doubles'>['settings'][number]>[] = [
  { key: 'name', header: copy.doubles.setting, cell: ({ name }) => <code>{name}</code>, bare: true },
  { key: 'service', header: copy.doubles.service, cell: ({ service }) => systemCopy.doubles.services[service] },
  {
    key: 'value',
    header: copy.doubles.value,
    cell: ({ isSet, value }) => value ?? (isSet ? copy.doubles.secret : copy.notSet),
  },
];

function Settings({ settings, receipts }: Of<'doubles'>) {
  const words = copy.doubles;
  return (
    <>
      <p>{words.text}</p>
      <Table
        caption={copy.titles.doubles}
        columns={SETTINGS}
        rows={settings}
        rowKey={({ name }) => name}
        empty={<p>{words.none}</p>}
      />
      <Facts
        rows={[
          [words.receipts, words.byHand.receipts[receipts]],
          [words.sef, words.byHand.sef[receipts]],
          [words.guide, words.guideFile],
        ]}
      />
    </>
  );
}
