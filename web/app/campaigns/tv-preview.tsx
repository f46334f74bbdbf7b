import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { QR_PLACE } from '#domain/campaigns/rules.ts';
import { QrCode } from '../ui/media/qr-code.tsx';
import { useStoredPicture } from './stored-picture.tsx';
import styles from './tv-preview.module.css';

interface Props {
  /** Of the picture that screens show. */
  file: string | null;
  /** What the QR code opens. */
  url: string;
  zones?: boolean;
  afterOk?: boolean;
  /** As large as a TV of 40 inches is seen from three metres. */
  isFar?: boolean;
  size?: 'row';
}

/** A banner as it stands around the programme on a TV of 1920 × 1080. */
export function TvPreview({ file, url, zones = false, afterOk = false, isFar = false, size }: Props) {
  const picture = useStoredPicture(file);
  const code = url || 'https://vidik.example';
  return (
    <div className={styles.room} data-far={isFar || undefined} data-size={size}>
      <div className={styles.tv}>
        <div className={styles.screen}>
          <div className={styles.programme} data-advert={picture ? '' : undefined} aria-hidden="true">
            <div className={styles.sun} />
            <div className={styles.sea} />
          </div>
          {picture && <img className={styles.picture} src={picture} alt="" />}
          {picture && size === undefined && (
            <div className={styles.code} style={PLACE}>
              <QrCode text={code} label={copy.url} />
            </div>
          )}
          {zones && (
            <>
              <div className={styles.zone} style={{ inset: '5% 82% 31% 2.5%' }} />
              <div className={styles.zone} style={{ inset: '82% 2.5% 5% 20%' }} />
              <div className={styles.zone} data-qr="" style={PLACE} />
            </>
          )}
          {afterOk && picture && (
            <div className={styles.large}>
              <QrCode text={code} label={copy.url} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

const share = (of: number, whole: number) => `${(100 * of) / whole}%`;
const PLACE = {
  left: share(QR_PLACE.x, 1920),
  top: share(QR_PLACE.y, 1080),
  width: share(QR_PLACE.width, 1920),
  height: share(QR_PLACE.height, 1080),
};
