import { useState } from 'react';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { AdvertPreview } from '../advert-preview.tsx';
import styles from '../campaign.module.css';
import { Estimate } from './estimate.tsx';
import type { OwnCampaignRow } from './own-campaign.ts';
import { parseCap, parseWholeNumber } from './typed-numbers.ts';
import type { CampaignForm } from './use-campaign-form.ts';

/** Beside the form: a TV that shows what is being made, and what the choice reaches. A special package is not estimated. */
export function PreviewAside({ campaign, form }: { campaign: OwnCampaignRow; form: CampaignForm }) {
  const { kind, pictures } = campaign;
  const [picture, setPicture] = useState(0);
  return (
    <aside className={styles.side} aria-label={copy.preview}>
      <AdvertPreview kind={kind} pictures={pictures} url={form.url} nth={picture} choose={setPicture} />
      {campaign.special === null && (
        <Estimate
          regions={form.regions}
          venues={form.venues}
          kind={kind}
          spotSeconds={kind === 'spot' ? Math.max(0, ...pictures.map(({ seconds }) => seconds)) || null : null}
          schedule={form.schedule}
          cap={parseCap(form.cap) ?? null}
          pace={form.pace}
          budget={parseWholeNumber(form.budget) ?? 0}
          unspent={campaign.unspent}
          startsOn={form.startsOn}
          endsOn={form.endsOn}
        />
      )}
    </aside>
  );
}
