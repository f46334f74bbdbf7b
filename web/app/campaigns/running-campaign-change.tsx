import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { categoryCopy } from '#domain/campaigns/category-copy.ts';
import { changeCopy as copy, editorCopy, shownStates } from '#domain/campaigns/own-copy.ts';
import { readAddress } from '#domain/campaigns/rules.ts';
import { formatTime } from '#domain/time.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Unsaved } from '../ui/form/unsaved.tsx';
import { TextLink } from '../ui/link.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { AdvertPreview } from './advert-preview.tsx';
import styles from './campaign.module.css';
import { useDeclaration } from './categories/declaration.tsx';
import { Films, useOwnFilms } from './editor/films.tsx';
import { type OwnCampaignRow, recall } from './editor/own-campaign.ts';
import { Part } from './editor/part.tsx';
import { Pictures } from './editor/pictures.tsx';
import { FORM_ANCHOR, SentBack } from './editor/sent-back.tsx';
import { useDraft } from './editor/use-draft.ts';
import { campaignPath } from './my-campaigns.tsx';
import { STATE_TONES } from './state-tones.ts';
import { TvPreview } from './tv-preview.tsx';

interface Props {
  change: OwnCampaignRow;
  /** The campaign that runs, and what it shows now. */
  running: NonNullable<OwnCampaignRow['changes']>;
  reload: () => Promise<unknown>;
}

/** Of a special package that waits for it nothing is shown meanwhile. */
const isStopped = ({ state }: Props['running']) => state === 'withdrawn' || state === 'done';
const wordsFor = (running: Props['running']) => (isStopped(running) ? { ...copy, ...copy.stopped } : copy);

/** Other adverts and another address for a campaign that runs; sent for review while the old plays on. */
export function RunningCampaignChange(props: Props) {
  const { change, running, reload } = props;
  const words = wordsFor(running);
  if (change.state === 'done') return <Navigate to={campaignPath(running.id)} replace />;
  if (change.state !== 'review') return <Editing {...props} />;
  return (
    <>
      <Head {...props}>
        <Button variant="secondary" onClick={() => void recall(change.id, reload)}>
          {editorCopy.undo}
        </Button>
      </Head>
      <p className={styles.note}>{words.inReview}</p>
      <div className={styles.pair}>
        <Shown title={copy.next} kind={change.kind} pictures={change.pictures} url={change.url} />
        <Shown title={words.now} kind={change.kind} pictures={running.pictures} url={running.url} />
      </div>
    </>
  );
}

function Head({ change, running, children }: Props & { children: React.ReactNode }) {
  return (
    <header className={styles.head}>
      <div>
        <h1 className="d h1">{wordsFor(running).title}</h1>
        <p className={styles.facts}>
          <Badge tone={STATE_TONES[change.state]}>{shownStates[change.state]}</Badge>{' '}
          <Link to={campaignPath(running.id)}>{change.name}</Link>
        </p>
      </div>
      <div className={styles.reins}>{children}</div>
    </header>
  );
}

function Shown({ title, kind, pictures, url }: Pick<OwnCampaignRow, 'kind' | 'pictures' | 'url'> & { title: string }) {
  const [nth, choose] = useState(0);
  return (
    <section className={styles.shown} aria-label={title}>
      <h2 className="d h4">{title}</h2>
      <AdvertPreview kind={kind} pictures={pictures} url={url} nth={nth} choose={choose} />
      <p className="muted s">{url}</p>
    </section>
  );
}

function Editing(props: Props) {
  const { change, running, reload } = props;
  const { id, kind, pictures } = change;
  const words = wordsFor(running);
  const draft = useDraft(id, change.updatedAt);
  const films = useOwnFilms(id, kind === 'spot', reload);
  const [url, setUrl] = useState(change.url);
  const declaration = useDeclaration({
    before: change,
    plan: change,
    beyond: { words: categoryCopy.changeBeyond },
  });
  const [tried, setTried] = useState(false);
  const [nth, choose] = useState(0);
  const [busy, setBusy] = useState(false);
  const [dropping, setDropping] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const navigate = useNavigate();

  // What staff only ended may go on as it was.
  const isSame =
    running.state !== 'done' &&
    url.trim() === running.url &&
    pictures.length === running.pictures.length &&
    pictures.every(({ file }) => running.pictures.some((one) => one.file === file));
  const missing = [
    ...(readAddress(url.trim()) === null ? (['url'] as const) : []),
    ...(pictures.length === 0 ? (['picture'] as const) : []),
    ...(films.waiting > 0 ? (['film'] as const) : []),
  ];
  const wrong = (what: 'url' | 'picture') => (tried && missing.includes(what) ? editorCopy.wrong[what] : undefined);

  const send = useSingleFlight(async () => {
    setTried(true);
    const { declared } = declaration;
    if (isSame || missing.length > 0 || !declared) return;
    setBusy(true);
    setProblem(null);
    if (await draft.flush()) {
      const outcome = await write(() => client.campaigns.own.send({ id, ...declared }));
      if (outcome.outcome === 'done')
        toast.success(words.sent, { label: editorCopy.undo, onPress: () => void recall(id, reload) });
      else setProblem(outcome);
      await reload();
    }
    setBusy(false);
  });
  const drop = useSingleFlight(async () => {
    setBusy(true);
    const outcome = await write(() => client.campaigns.own.remove({ id }));
    setBusy(false);
    setDropping(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    draft.drop();
    toast.success(words.dropped);
    await navigate(campaignPath(running.id), { replace: true });
  });

  return (
    <>
      <Unsaved when={draft.state === 'unsaved'} what={words.title} save={draft.flush} />
      <Head {...props}>
        <p className="muted" role="status">
          {draft.state === 'unsaved'
            ? editorCopy.unsaved
            : draft.state === 'saving'
              ? editorCopy.saving
              : editorCopy.draft(formatTime(draft.savedAt))}
        </p>
      </Head>
      {change.state === 'rejected' && <SentBack campaign={change} words={words.rejected} />}
      <p className={styles.note}>{words.lead}</p>
      <div className={styles.columns}>
        <div className={styles.form} id={FORM_ANCHOR} tabIndex={-1}>
          <Part
            n={1}
            title={editorCopy.parts[1]}
            side={<TextLink to="/ads-templates">{editorCopy.templates}</TextLink>}
          >
            {kind === 'banner' ? (
              <Pictures campaignId={id} pictures={pictures} url={url} changed={reload} />
            ) : (
              <Films campaignId={id} pictures={pictures} films={films} url={url} changed={reload} />
            )}
            {wrong('picture') && <p className={styles.error}>{wrong('picture')}</p>}
          </Part>
          <Part n={2} title={copy.address}>
            <TextField
              label={editorCopy.url}
              hint={editorCopy.urlHint}
              error={wrong('url')}
              value={url}
              type="url"
              inputMode="url"
              placeholder={editorCopy.urlBegins}
              autoComplete="off"
              onChange={({ target }) => {
                setUrl(target.value);
                draft.note({ url: target.value });
              }}
            />
          </Part>
          <Part n={3} title={copy.declaration}>
            {declaration.fields(tried)}
          </Part>
        </div>
        <aside className={styles.side} aria-label={editorCopy.preview}>
          <h2 className="d h4">{copy.next}</h2>
          <AdvertPreview kind={kind} pictures={pictures} url={url} nth={nth} choose={choose} />
          <h2 className="d h4">{words.now}</h2>
          <ul className={styles.before}>
            {running.pictures.map(({ id: key, name, file, poster }) => (
              <li key={key}>
                <TvPreview kind={kind} file={file} poster={poster} url={running.url} size="row" />
                <span>{name}</span>
              </li>
            ))}
          </ul>
          <p className="muted s">{running.url}</p>
        </aside>
      </div>
      <footer className={styles.foot}>
        <div className={styles.state}>
          {isSame ? (
            <p>{words.same}</p>
          ) : missing.length === 0 ? (
            <b>{editorCopy.complete}</b>
          ) : (
            <p>
              <b>{editorCopy.missingTitle}</b> {missing.map((what) => editorCopy.missing[what]).join(' · ')}
            </p>
          )}
          <FormProblem problem={problem} />
        </div>
        <Button variant="secondary" onClick={() => setDropping(true)}>
          {words.drop}
        </Button>
        <Button loading={busy} loadingLabel={editorCopy.sending} disabled={isSame} onClick={() => void send()}>
          {editorCopy.send}
        </Button>
      </footer>
      <ConfirmDialog
        open={dropping}
        onOpenChange={setDropping}
        danger
        title={words.dropTitle}
        text={words.dropText}
        yes={words.drop}
        busy={busy}
        problem={null}
        onConfirm={() => void drop()}
      />
    </>
  );
}
