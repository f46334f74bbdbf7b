import { home } from '#domain/home/copy.ts';
import { pages } from '#domain/pages.ts';
import field from '../../ui/art/dot-field.svg';
import { ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Section } from '../section.tsx';
import styles from './business.module.css';

const { biz } = home;

export function Business() {
  return (
    <Section channel={5} strip={biz.strip} surface="ink" labelledBy="biz-title">
      <div className={styles.columns}>
        <figure className={styles.figure}>
          <img src={field} alt={biz.imageAlt} width={600} height={512} loading="lazy" />
          <figcaption>
            <dl className={styles.facts}>
              {biz.facts.map(({ value, text }) => (
                <div key={text}>
                  <dd className="num">{value}</dd>
                  <dt className="muted s">{text}</dt>
                </div>
              ))}
            </dl>
            <p className={styles.special}>
              {biz.special} <TextLink to={pages.marketingPackage.path}>{biz.specialLink}</TextLink>
            </p>
          </figcaption>
        </figure>
        <div className={styles.words}>
          <h2 className="d h1" id="biz-title">
            {biz.title}
          </h2>
          <p className="lede">{biz.text}</p>
          <ul className={styles.points}>
            {biz.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <div className="row">
            <ButtonLink to={pages.marketingPackages.path} arrow>
              {biz.button}
            </ButtonLink>
            <ButtonLink to={pages.adsTemplates.path} variant="secondary">
              {biz.templates}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Section>
  );
}
