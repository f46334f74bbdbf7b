import { useState } from 'react';
import type { CampaignKind } from '#domain/campaign-kinds.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { QR_PLACE, SPOT_PANEL } from '#domain/campaigns/rules.ts';
import { tvCopy } from '#domain/playout/tv-copy.ts';
import { Checkbox } from '../ui/form/field.tsx';
import { QrCode } from '../ui/media/qr-code.tsx';
import { useStoredPicture } from '../uploads/stored-picture.tsx';
import styles from './tv-preview.module.css';

interface Props {
  kind?: CampaignKind;
  /** One picture of a film. */
  poster?: string | null;
  /** Of what screens show. */
  file: string | null;
  /** What the QR code opens. */
  url: string;
  zones?: boolean;
  afterOk?: boolean;
  /** As large as a TV of 40 inches is seen from three metres. */
  isFar?: boolean;
  size?: 'row';
}

/** A banner around the programme, or a film in its place, as on a TV of 1920 × 1080. */
export function TvPreview(props: Props) {
  return props.kind === 'spot' ? <Spot {...props} /> : <Banner {...props} />;
}

function Banner({ file, url, zones = false, afterOk = false, isFar = false, size }: Props) {
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
              {!isFar && <Legend hasCode />}
            </>
          )}
          {picture && size === undefined && !afterOk && <Ok words={tvCopy.okBanner} />}
          {afterOk && picture && (
            <div className={styles.large}>
              <QrCode text={code} label={copy.url} />
            </div>
          )}
        </div>
      </div>
      {zones && isFar && <Legend hasCode isBelow />}
    </div>
  );
}

function Spot({ file, poster = null, url, zones = false, afterOk = false, isFar = false, size }: Props) {
  const still = useStoredPicture(poster);
  const film = useStoredPicture(size === 'row' ? null : file);
  const [hasSound, setSound] = useState(false);
  const moves = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const code = url || 'https://vidik.example';
  return (
    <>
      <div className={styles.room} data-far={isFar || undefined} data-size={size}>
        <div className={styles.tv}>
          <div className={styles.screen}>
            {film ? (
              <video
                key={film}
                className={styles.picture}
                src={film}
                poster={still ?? undefined}
                muted={!hasSound}
                controls={!moves}
                autoPlay={moves}
                loop
                playsInline
                aria-label={copy.kinds.spot}
              />
            ) : (
              still && <img className={styles.picture} src={still} alt="" />
            )}
            {zones && <div className={styles.zone} style={{ inset: '5%' }} />}
            {still && size === undefined && !afterOk && <Ok words={tvCopy.okSpot} />}
            {afterOk && still && (
              <div className={styles.panel} style={placeOf(SPOT_PANEL)}>
                <QrCode text={code} label={copy.url} />
                <p className="d">{tvCopy.qrTitle}</p>
              </div>
            )}
          </div>
        </div>
      </div>
      {zones && <Legend isBelow />}
      {film && <Checkbox label={copy.sound} checked={hasSound} onChange={({ target }) => setSound(target.checked)} />}
    </>
  );
}

/** What of ours lies over an advert while it is shown; an advertiser leaves the place free. */
function Ok({ words }: { words: string }) {
  return (
    <p className={styles.ok} aria-hidden="true">
      <b className="d">{tvCopy.ok}</b> <span>{words}</span>
    </p>
  );
}

/** What the dashed lines are; beside the banner where the programme is, elsewhere below the TV. */
function Legend({ hasCode = false, isBelow = false }: { hasCode?: boolean; isBelow?: boolean }) {
  return (
    <ul className={styles.legend} data-below={isBelow || undefined}>
      <li>{copy.zoneSafe}</li>
      {hasCode && <li data-qr="">{copy.zoneQr}</li>}
    </ul>
  );
}

const share = (of: number, whole: number) => `${(100 * of) / whole}%`;
const placeOf = ({ x, y, width, height }: typeof QR_PLACE | typeof SPOT_PANEL) => ({
  left: share(x, 1920),
  top: share(y, 1080),
  width: share(width, 1920),
  height: share(height, 1080),
});
const PLACE = placeOf(QR_PLACE);
