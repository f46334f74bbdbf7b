import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { placeOfPerson } from '#domain/admin/subject-pages.ts';
import { categoryDeskCopy } from '#domain/campaigns/category-copy.ts';
import type { Picture } from '#domain/campaigns/contract.ts';
import { campaignListCopy, categoryNames, editorCopy } from '#domain/campaigns/own-copy.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { REASON_MOST, UNDO_SECONDS } from '#domain/campaigns/rules.ts';
import { hoursOfWeek } from '#domain/campaigns/schedule.ts';
import { common } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { api, client, errorMessage } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormError, TextArea } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { useSingleKeys } from '../ui/single-keys.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import styles from './admin-campaigns.module.css';
import { AdvertPreview } from './advert-preview.tsx';
import { TvPreview } from './tv-preview.tsx';

interface Props {
  id: string;
  /** To the next or the previous in the queue. */
  go: (by: number) => void;
  reload: () => Promise<unknown>;
}

/** One campaign as a TV shows it, what is known of it, and the decision; J, K, O and B do it from the keyboard. */
export function Review({ id, go, reload }: Props) {
  const read = useQuery(api.campaigns.admin.read.queryOptions({ input: { id } }));
  const [nth, setNth] = useState(0);
  const [rejecting, setRejecting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const approve = useSingleFlight(async () => {
    if (!read.data || busy) return;
    const { name, startsOn, changes } = read.data;
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.admin.approve({ id }));
    setBusy(false);
    if (outcome.outcome === 'done' && changes) toast.success(copy.changeApproved(name));
    else if (outcome.outcome === 'done')
      toast.success(copy.approved(name, formatDate(startsOn)), {
        label: copy.undo,
        lasts: UNDO_SECONDS * 1000,
        onPress: () => void undo(id, name, reload),
      });
    else if (outcome.code === 'CAMPAIGN_DECIDED') toast.info(outcome.text);
    else return setProblem(outcome);
    await reload();
  });

  useSingleKeys({
    j: () => go(1),
    k: () => go(-1),
    o: () => void approve(),
    b: () => setRejecting(true),
  });

  if (read.isPending) return <Skeleton lines={10} />;
  if (read.isError) return <FormError title={errorMessage(read.error)} />;
  const one = read.data;
  const picture = one.pictures[nth] ?? one.pictures[0];
  const { facts } = copy;
  return (
    <article className={styles.review} aria-labelledby="review-title">
      <header className={styles.reviewHead}>
        <h2 className="d h3" id="review-title">
          {one.name}
        </h2>
        <span className="muted s">{one.sentAt && copy.sent(formatDateTime(one.sentAt), one.sendings)}</span>
      </header>
      {one.changes && <Before changes={one.changes} url={one.url} kind={one.kind} />}
      <div className={styles.look}>
        <div className={styles.screen}>
          <AdvertPreview kind={one.kind} pictures={one.pictures} url={one.url} nth={nth} choose={setNth} />
        </div>
        <div>
          <h3 className={styles.checked}>{copy.checked}</h3>
          <ul className={styles.checks}>
            {one.kind === 'spot' && picture && <MeasuredFilm film={picture} />}
            {one.kind === 'banner' && (
              <>
                {picture && <li>{copy.picture(picture.width, picture.height)}</li>}
                <li>{copy.window}</li>
                <li>{copy.qrPlace}</li>
              </>
            )}
            <li>{copy.address(one.addressStatus)}</li>
            {one.category && (
              <li data-look={one.category !== 'none' || undefined}>{copy.category(categoryNames[one.category])}</li>
            )}
            {one.proof && <li data-look>{`${categoryDeskCopy.proofOf}: ${one.proof}`}</li>}
          </ul>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact name={facts.company}>
          {one.companyId ? <Link to={placeOfPerson(one.companyId).path}>{one.company}</Link> : one.company}
          {one.taxNumber && `, ${copy.tax(one.taxNumber)}`}
        </Fact>
        <Fact name={facts.opens}>
          <a href={one.url} target="_blank" rel="noreferrer noopener">
            {one.url.replace('https://', '')}
          </a>
        </Fact>
        <Fact name={facts.time}>
          {`${formatDate(one.startsOn)} – ${formatDate(one.endsOn)} · ${editorCopy.hours(hoursOfWeek(one.schedule))}`}
        </Fact>
        {!one.changes && (
          <Fact name={facts.budget}>{copy.budget(formatNumber(one.budget), formatNumber(one.free))}</Fact>
        )}
        <Fact name={facts.region}>
          {one.regions.length === 0
            ? campaignListCopy.everywhere
            : one.regions.map((code) => regionNames[code]).join(', ')}
        </Fact>
        <Fact name={facts.venue}>
          {one.venues.length === 0
            ? campaignListCopy.everybody
            : one.venues.map((venue) => venueNames[venue].toLowerCase()).join(', ')}
          {` (${copy.tvs(one.tvs)})`}
        </Fact>
      </dl>
      <FormProblem problem={problem} />
      <footer className={styles.decide}>
        <Button loading={busy} onClick={() => void approve()}>
          {copy.approve}
        </Button>
        <Button variant="danger" onClick={() => setRejecting(true)}>
          {copy.reject}
        </Button>
        <span className="muted s">{copy.keys}</span>
      </footer>
      {rejecting && (
        <Reject
          id={id}
          name={one.name}
          hint={one.changes ? wordsOf(one.changes).rejectHint : copy.rejectHint}
          close={() => setRejecting(false)}
          reload={reload}
        />
      )}
    </article>
  );
}

/** Takes back the approval of a moment ago. */
async function undo(id: string, name: string, reload: Props['reload']): Promise<void> {
  const outcome = await write(() => client.campaigns.admin.undoApproval({ id }));
  await reload();
  if (outcome.outcome === 'done') toast.success(copy.undone(name));
  else toast.error(outcome.text);
}

type Read = Awaited<ReturnType<typeof client.campaigns.admin.read>>;

/** That this is a change, and what TVs show until it is approved. */
const RUNNING = {
  ...{ title: copy.change, hint: copy.changeHint, before: copy.changeBefore },
  ...{ address: copy.changeAddress, rejectHint: copy.changeRejectHint },
};
/** Of a special package that was stopped nothing is shown until the change is approved. */
const wordsOf = ({ state }: NonNullable<Read['changes']>) =>
  state === 'withdrawn' || state === 'done' ? copy.replacement : RUNNING;

function Before({ changes, url, kind }: Pick<Read, 'url' | 'kind'> & { changes: NonNullable<Read['changes']> }) {
  const words = wordsOf(changes);
  return (
    <section className={styles.before} aria-label={words.title}>
      <p>
        <b>{words.title}.</b> {words.hint}
      </p>
      <h3 className={styles.checked}>{words.before}</h3>
      <ul>
        {changes.pictures.map(({ id, name, file, poster }) => (
          <li key={id}>
            <TvPreview kind={kind} file={file} poster={poster} url={changes.url} size="row" />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <p>{url === changes.url ? copy.sameAddress : words.address(changes.url.replace('https://', ''))}</p>
    </section>
  );
}

const decimal = (value: number) =>
  String(Math.round(value * 10) / 10)
    .replace('.', ',')
    .replace('-', '−');

function MeasuredFilm({ film }: { film: Picture }) {
  const { width, height, frameRate, lengthMs, seconds, loudness } = film;
  return (
    <>
      <li>{copy.film(width, height, decimal(frameRate ?? 0))}</li>
      <li>{copy.filmLength(decimal((lengthMs ?? 0) / 1000), seconds)}</li>
      <li>{loudness === null ? copy.filmSilent : copy.filmSound(decimal(loudness))}</li>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface Rejecting {
  id: string;
  name: string;
  hint: string;
  close: () => void;
  reload: Props['reload'];
}

function Reject({ id, name, hint, close, reload }: Rejecting) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const reject = useSingleFlight(async (_?: FormEvent) => {
    setTried(true);
    if (reason.trim() === '') return;
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.admin.reject({ id, reason }));
    setBusy(false);
    if (outcome.outcome === 'done') toast.success(copy.rejected(name));
    else if (outcome.code === 'CAMPAIGN_DECIDED') toast.info(outcome.text);
    else return setProblem(outcome);
    close();
    await reload();
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title={copy.rejectTitle}
      problem={problem}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button type="submit" form="reject-campaign" variant="danger" loading={busy}>
            {copy.rejectYes}
          </Button>
        </>
      }
    >
      <form id="reject-campaign" noValidate onSubmit={reject} className={styles.rejecting}>
        <div className={styles.picks}>
          {copy.picks.map(([label, text]) => (
            <Button key={label} variant="secondary" size="sm" onClick={() => setReason(text)}>
              {label}
            </Button>
          ))}
        </div>
        <TextArea
          label={copy.rejectLabel}
          hint={hint}
          error={tried && reason.trim() === '' ? copy.rejectRequired : undefined}
          value={reason}
          maxLength={REASON_MOST}
          rows={5}
          onChange={({ target }) => setReason(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) void reject();
          }}
        />
      </form>
    </Dialog>
  );
}
