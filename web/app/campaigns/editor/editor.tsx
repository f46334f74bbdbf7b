import { useState } from 'react';
import { type CategoryRule, fittedTo } from '#domain/campaigns/categories.ts';
import { categoryCopy } from '#domain/campaigns/category-copy.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { NAME_MOST } from '#domain/campaigns/rules.ts';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import { Unsaved } from '../../ui/form/unsaved.tsx';
import { TextLink } from '../../ui/link.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { AdvertPreview } from '../advert-preview.tsx';
import styles from '../campaign.module.css';
import { useDeclaration } from '../categories/declaration.tsx';
import { AddressField } from './address-field.tsx';
import { DraftAdverts } from './adverts/draft-adverts.tsx';
import { useOwnFilms } from './adverts/films.tsx';
import { Audience } from './audience.tsx';
import { BudgetPart } from './budget-part.tsx';
import { DraftStatus } from './draft-status.tsx';
import { Estimate } from './estimate.tsx';
import { KindChoice } from './kind-choice.tsx';
import { type Missing, missingIn, missingMessage } from './missing.ts';
import type { OwnCampaignRow } from './own-campaign.ts';
import { Part } from './part.tsx';
import { SchedulePart } from './schedule-part.tsx';
import { SendBar } from './send-bar.tsx';
import { FORM_ANCHOR, SentBack } from './sent-back.tsx';
import { parseCap, parseWholeNumber } from './typed-numbers.ts';
import { useCampaignForm } from './use-campaign-form.ts';
import { useDraftActions } from './use-draft-actions.ts';

/** The editor of a draft: five parts, a TV beside them that shows what is being made, and what the choice reaches. Saves itself. */
export function Editor({ campaign, reload }: { campaign: OwnCampaignRow; reload: () => Promise<unknown> }) {
  const { id, kind, pictures, free } = campaign;
  const isSpecial = campaign.special !== null;
  const { form, change, draft } = useCampaignForm(campaign);
  const [tried, setTried] = useState(false);
  const [picture, setPicture] = useState(0);
  const [refused, setRefused] = useState(0);
  const films = useOwnFilms(id, kind === 'spot', reload);

  const fit = (rule: CategoryRule) => {
    change(fittedTo(rule, form));
    toast.success(categoryCopy.fitted);
  };
  const declaration = useDeclaration({
    before: campaign,
    plan: form,
    beyond: isSpecial ? { words: categoryCopy.specialBeyond } : { fit },
  });

  const budget = parseWholeNumber(form.budget);
  const missing = missingIn(form, campaign, films.waiting);
  const isCapWrong = !isSpecial && parseCap(form.cap) === undefined;
  const wrong = (what: Missing) => (tried && missing.includes(what) ? missingMessage(what, form, free) : undefined);

  const { busy, problem, save, send, removing, setRemoving, remove } = useDraftActions(id, draft, reload);
  const sendComplete = () => {
    setTried(true);
    const { declared } = declaration;
    if (missing.length === 0 && !isCapWrong && declared) void send(declared);
  };

  return (
    <>
      <Unsaved when={draft.state === 'unsaved'} what={copy.unsavedForm} save={draft.flush} />
      <header className={styles.head}>
        <h1 className="d h1">{form.name.trim() || copy.new}</h1>
        <DraftStatus draft={draft} />
      </header>
      {campaign.state === 'rejected' && <SentBack campaign={campaign} words={copy.rejected} />}
      <div className={styles.columns}>
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
            wrong={wrong}
          />
          <BudgetPart campaign={campaign} form={form} change={change} wrong={wrong}>
            {declaration.fields(tried)}
          </BudgetPart>
        </div>
        <aside className={styles.side} aria-label={copy.preview}>
          <AdvertPreview kind={kind} pictures={pictures} url={form.url} nth={picture} choose={setPicture} />
          {!isSpecial && (
            <Estimate
              regions={form.regions}
              venues={form.venues}
              kind={kind}
              spotSeconds={kind === 'spot' ? Math.max(0, ...pictures.map(({ seconds }) => seconds)) || null : null}
              schedule={form.schedule}
              cap={parseCap(form.cap) ?? null}
              pace={form.pace}
              budget={budget ?? 0}
              unspent={campaign.unspent}
              startsOn={form.startsOn}
              endsOn={form.endsOn}
            />
          )}
        </aside>
      </div>
      <SendBar
        missing={missing}
        waitingFilms={films.waiting}
        isCapWrong={isCapWrong}
        without={refused + (kind === 'spot' ? films.refused : 0)}
        problem={problem}
        onRemove={campaign.sendings === 0 ? () => setRemoving(true) : undefined}
        onSave={() => void save()}
        onSend={sendComplete}
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
        onConfirm={() => void remove()}
      />
    </>
  );
}
