import type { Picture } from '#domain/campaigns/contract.ts';
import { campaignRefusals } from '#domain/campaigns/copy.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { MOST_PICTURES } from '#domain/campaigns/rules.ts';
import { client } from '../../../api.ts';
import { toast } from '../../../ui/overlay/toast.tsx';
import { megabytes, useUploads } from '../../../uploads/use-uploads.ts';
import { write } from '../../../write.ts';
import { TvPreview } from '../../tv-preview.tsx';
import {
  advertRowProps,
  Chooser,
  DropPlace,
  NeedsChange,
  RemoveButton,
  ReplaceButton,
  SentRow,
  useChooser,
  useTellRefusedFiles,
} from './file-rows.tsx';
import styles from './pictures.module.css';

interface Props {
  campaignId: string;
  pictures: readonly Picture[];
  url: string;
  changed: () => Promise<unknown>;
  /** How many of those that were sent here were refused. */
  refused?: ((count: number) => void) | undefined;
}

/** Pictures of a draft: those that are ready, those on their way, and why one was refused. */
export function Pictures({ campaignId, pictures, url, changed, refused }: Props) {
  const { sent, take, drop, dismiss, resumeUpload } = useUploads({
    belongsTo: campaignId,
    kind: 'advert-picture',
    tooLarge: copy.tooLarge,
    wrongType: () => campaignRefusals.PICTURE_TYPE,
    add: async (file, name, replaces) => {
      const picture = { id: campaignId, file, name, ...(replaces && { replaces }) };
      const added = await write(() => client.campaigns.own.addPicture(picture), { patience: 40_000 });
      if (added.outcome === 'done') await changed();
      return added;
    },
  });
  const chooser = useChooser(take, resumeUpload);
  useTellRefusedFiles(sent, refused);

  return (
    <div className={styles.pictures}>
      {(pictures.length > 0 || sent.length > 0) && (
        <ul className={styles.list}>
          {pictures.map((picture) => (
            <li key={picture.id} {...advertRowProps(picture)}>
              <TvPreview file={picture.file} url={url} size="row" />
              <div>
                <b>{picture.name}</b>
                <p className="muted s">
                  {copy.ready(`${picture.width} × ${picture.height}`, megabytes(picture.bytes))}
                </p>
                <NeedsChange of={picture} />
              </div>
              <div className={styles.actions}>
                <ReplaceButton name={picture.name} onClick={() => chooser.replace(picture.id)} />
                <RemoveButton name={picture.name} onClick={() => void removeReady(campaignId, picture).then(changed)} />
              </div>
            </li>
          ))}
          {sent.map((one) => (
            <SentRow
              key={one.key}
              one={one}
              checking={copy.checking}
              drop={() => drop(one.key)}
              dismiss={() => dismiss(one.key)}
              chooser={chooser}
            />
          ))}
        </ul>
      )}
      {pictures.length < MOST_PICTURES && <DropPlace chooser={chooser} hint={copy.dropHint} />}
      <Chooser chooser={chooser} kind="advert-picture" />
    </div>
  );
}

/** Takes a picture or film that is ready out of a draft. */
export async function removeReady(id: string, { id: picture }: Picture): Promise<void> {
  const outcome = await write(() => client.campaigns.own.removePicture({ id, picture }));
  if (outcome.outcome !== 'done') toast.error(outcome.text);
}
