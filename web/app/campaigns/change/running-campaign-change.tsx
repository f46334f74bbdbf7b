import { useState } from 'react';
import { Navigate } from 'react-router';
import { changeCopy as copy, editorCopy } from '#domain/campaigns/own-copy.ts';
import { Button } from '../../ui/button.tsx';
import { AdvertPreview } from '../advert-preview.tsx';
import styles from '../campaign.module.css';
import { type OwnCampaignRow, recall } from '../editor/own-campaign.ts';
import { campaignPath } from '../my-campaigns.tsx';
import { type ChangeProps, wordsFor } from './change.ts';
import { ChangeEditor } from './change-editor.tsx';
import { ChangeHead } from './change-head.tsx';

/** Other adverts and another address for a campaign that runs; sent for review while the old plays on. */
export function RunningCampaignChange(props: ChangeProps) {
  const { change, running, reload } = props;
  const words = wordsFor(running);
  if (change.state === 'done') return <Navigate to={campaignPath(running.id)} replace />;
  if (change.state !== 'review') return <ChangeEditor {...props} />;
  return (
    <>
      <ChangeHead {...props}>
        <Button variant="secondary" onClick={() => void recall(change.id, reload)}>
          {editorCopy.undo}
        </Button>
      </ChangeHead>
      <p className={styles.note}>{words.inReview}</p>
      <div className={styles.pair}>
        <Shown title={copy.next} kind={change.kind} pictures={change.pictures} url={change.url} />
        <Shown title={words.now} kind={change.kind} pictures={running.pictures} url={running.url} />
      </div>
    </>
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
