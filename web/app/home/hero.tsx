import { home } from '#domain/home/copy.ts';
import { pages } from '#domain/pages.ts';
import { publicFileUrl } from '../shell/site.ts';
import device from '../ui/art/device-on-ink.svg';
import television from '../ui/art/tv-test-card.svg';
import { ButtonLink } from '../ui/button.tsx';
import { Film } from '../ui/media/film.tsx';
import styles from './hero.module.css';

const { hero } = home;

/** A test card as large as the window: sixteen squares wide; television and circle have one centre. */
export function Hero() {
  return (
    <section className={styles.hero} data-surface="ink" aria-labelledby="hero">
      <div className={styles.stage}>
        <div className={styles.ring} aria-hidden="true" />
        <div className={styles.words}>
          <h1 className={`d ${styles.title}`} id="hero">
            {hero.title.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <p className={`lede ${styles.sub}`}>{hero.sub}</p>
          <div className="row">
            <ButtonLink to={pages.usbPackages.path} arrow>
              {hero.primary}
            </ButtonLink>
            <ButtonLink to={pages.marketingPackages.path} variant="secondary">
              {hero.secondary}
            </ButtonLink>
          </div>
          <p className={`muted ${styles.note}`}>{hero.note}</p>
        </div>
        <div className={styles.set}>
          <img src={television} alt={hero.pictureAlt} width={680} height={436} fetchPriority="high" />
          <Film src={publicFileUrl('videos/hero')} className={styles.screen}>
            {null}
          </Film>
        </div>
        <img className={styles.device} src={device} alt="" width={632} height={476} />
      </div>
      <div className={styles.castle} aria-hidden="true" />
    </section>
  );
}
