import { categoryDeskCopy } from '#domain/campaigns/category-copy.ts';
import type { Picture } from '#domain/campaigns/contract.ts';
import { categoryNames } from '#domain/campaigns/own-copy.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { megabytes } from '../../uploads/use-uploads.ts';
import styles from '../admin-campaigns.module.css';
import type { AdminCampaignRow } from './use-reviewed-sending.ts';

interface Props {
  campaign: AdminCampaignRow;
  /** The advert that is looked at. */
  picture: Picture | undefined;
}

/** What was measured and declared; what a person has to look at is marked. */
export function ReviewChecks({ campaign: one, picture }: Props) {
  return (
    <ul className={styles.checks}>
      {one.kind === 'spot' && picture && <MeasuredFilm film={picture} />}
      {one.kind === 'banner' && (
        <>
          {picture && <li>{copy.picture(picture.width, picture.height, megabytes(picture.bytes))}</li>}
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
