import { useState } from 'react';
import { changeCopy as copy, editorCopy } from '#domain/campaigns/own-copy.ts';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { TextLink } from '../../ui/link.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { AdvertPreview } from '../advert-preview.tsx';
import styles from '../campaign.module.css';
import { AddressField } from '../editor/address-field.tsx';
import { DraftAdverts } from '../editor/adverts/draft-adverts.tsx';
import { DraftStatus } from '../editor/draft-status.tsx';
import { Part } from '../editor/part.tsx';
import { FORM_ANCHOR, SentBack } from '../editor/sent-back.tsx';
import { TvPreview } from '../tv-preview.tsx';
import { type ChangeProps, wordsFor } from './change.ts';
import { ChangeFoot } from './change-foot.tsx';
import { ChangeHead } from './change-head.tsx';
import { useChangeEditor } from './use-change-editor.ts';

/** The editor of a change that is not sent, or was sent back: adverts, address and declaration, beside them the next and the present. */
export function ChangeEditor(props: ChangeProps) {
  const { change, running, reload } = props;
  const words = wordsFor(running);
  const { draft, films, url, changeUrl, isHeld, fields, isSame, missing, wrong, ...actions } = useChangeEditor(props);
  const { busy, problem, send, dropping, setDropping, drop, isDropped } = actions;
  return (
    <>
      <UnsavedTextGuard
        when={!isDropped && (draft.state === 'unsaved' || isHeld)}
        what={words.title}
        {...(isHeld ? {} : { save: draft.flush })}
      />
      <ChangeHead {...props}>
        <DraftStatus draft={draft} />
      </ChangeHead>
      {change.state === 'rejected' && <SentBack campaign={change} words={words.rejected} />}
      <p className={styles.note}>{words.lead}</p>
      <div className={styles.columns}>
        <div className={styles.form} id={FORM_ANCHOR} tabIndex={-1}>
          <Part
            n={1}
            title={editorCopy.parts[1]}
            side={<TextLink to="/ads-templates">{editorCopy.templates}</TextLink>}
          >
            <DraftAdverts campaign={change} films={films} url={url} changed={reload} error={wrong('picture')} />
          </Part>
          <Part n={2} title={copy.address}>
            <AddressField url={url} error={wrong('url')} change={changeUrl} />
          </Part>
          <Part n={3} title={copy.declaration}>
            {fields}
          </Part>
        </div>
        <NextAndNow change={change} running={running} url={url} />
      </div>
      <ChangeFoot
        words={words}
        isSame={isSame}
        missing={missing}
        problem={problem}
        onDrop={() => setDropping(true)}
        onSend={send}
        busy={busy}
      />
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

function NextAndNow({ change, running, url }: Pick<ChangeProps, 'change' | 'running'> & { url: string }) {
  const { kind, pictures } = change;
  const [nth, choose] = useState(0);
  return (
    <aside className={styles.side} aria-label={editorCopy.preview}>
      <h2 className="d h4">{copy.next}</h2>
      <AdvertPreview kind={kind} pictures={pictures} url={url} nth={nth} choose={choose} />
      <h2 className="d h4">{wordsFor(running).now}</h2>
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
  );
}
