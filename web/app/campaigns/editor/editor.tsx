import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { NAME_MOST } from '#domain/campaigns/rules.ts';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { TextLink } from '../../ui/link.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import styles from '../campaign.module.css';
import { AddressField } from './address-field.tsx';
import { DraftAdverts } from './adverts/draft-adverts.tsx';
import { Audience } from './audience.tsx';
import { BudgetPart } from './budget-part.tsx';
import { DraftStatus } from './draft-status.tsx';
import { KindChoice } from './kind-choice.tsx';
import type { OwnCampaignRow } from './own-campaign.ts';
import { Part } from './part.tsx';
import { PreviewAside } from './preview-aside.tsx';
import { SchedulePart } from './schedule-part.tsx';
import { SendBar } from './send-bar.tsx';
import { FORM_ANCHOR, SentBack } from './sent-back.tsx';
import { useCampaignEditor } from './use-campaign-editor.ts';

interface Props {
  campaign: OwnCampaignRow;
  reload: () => Promise<unknown>;
}

/** The editor of a draft: five parts, a TV beside them that shows what is being made, and what the choice reaches. Saves itself. */
export function Editor({ campaign, reload }: Props) {
  const editor = useCampaignEditor(campaign, reload);
  const { form, draft, busy, removing, setRemoving } = editor;
  return (
    <>
      <UnsavedTextGuard
        when={!editor.isRemoved && (draft.state === 'unsaved' || editor.isHeld)}
        what={copy.unsavedForm}
        {...(editor.isHeld ? {} : { save: draft.flush })}
      />
      <header className={styles.head}>
        <h1 className="d h1">{form.name.trim() || copy.new}</h1>
        <DraftStatus draft={draft} />
      </header>
      {campaign.state === 'rejected' && <SentBack campaign={campaign} words={copy.rejected} />}
      <div className={styles.columns}>
        <EditorForm campaign={campaign} reload={reload} editor={editor} />
        <PreviewAside campaign={campaign} form={form} />
      </div>
      <SendBar
        missing={editor.missing}
        waitingFilms={editor.films.waiting}
        isCapWrong={editor.isCapWrong}
        without={editor.without}
        problem={editor.problem}
        onRemove={campaign.sendings === 0 ? () => setRemoving(true) : undefined}
        onSave={() => void editor.save()}
        onSend={editor.send}
        sendLabel={campaign.state === 'rejected' ? copy.fix : copy.send}
        busy={busy}
      />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        danger
        title={copy.removeDraftTitle}
        text={copy.removeDraftText}
        yes={copy.removeDraft}
        busy={busy}
        problem={null}
        onConfirm={() => void editor.remove()}
      />
    </>
  );
}

function EditorForm({ campaign, reload, editor }: Props & { editor: ReturnType<typeof useCampaignEditor> }) {
  const { id, kind, pictures } = campaign;
  const { form, change, films, setRefused, wrong } = editor;
  const isSpecial = campaign.special !== null;
  return (
    <div className={styles.form} id={FORM_ANCHOR} tabIndex={-1}>
      <Part n={1} title={copy.parts[0]}>
        <FieldGroup columns={2}>
          <TextField
            label={copy.name}
            hint={copy.nameHint}
            error={wrong('name')}
            value={form.name}
            maxLength={NAME_MOST}
            autoComplete="off"
            onChange={({ target }) => change({ name: target.value })}
          />
          <AddressField url={form.url} error={wrong('url')} change={(url) => change({ url })} />
        </FieldGroup>
      </Part>
      <Part n={2} title={copy.parts[1]} side={<TextLink to="/ads-templates">{copy.templates}</TextLink>}>
        <KindChoice
          id={id}
          kind={kind}
          hasFiles={pictures.length > 0 || (films.data?.films.length ?? 0) > 0}
          changed={reload}
        />
        <DraftAdverts
          campaign={campaign}
          films={films}
          url={form.url}
          changed={reload}
          refused={setRefused}
          error={wrong('picture')}
        />
      </Part>
      <Part n={3} title={copy.parts[2]}>
        <Audience regions={form.regions} venues={form.venues} change={change} isSpecial={isSpecial} />
      </Part>
      <SchedulePart
        startsOn={form.startsOn}
        endsOn={form.endsOn}
        schedule={form.schedule}
        change={change}
        isSpecial={isSpecial}
        isRange={editor.isRange}
        wrong={wrong}
      />
      <BudgetPart campaign={campaign} form={form} change={change} wrong={wrong}>
        {editor.fields}
      </BudgetPart>
    </div>
  );
}
