import { home } from '#domain/home/copy.ts';
import { pages } from '#domain/pages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Section } from '../section.tsx';
import styles from './ad-settings.module.css';
import { Targeting } from './targeting.tsx';

const { ads } = home;

export function AdSettings() {
  return (
    <Section channel={4} strip={ads.strip} labelledBy="ads-title">
      <div className={styles.columns}>
        <div className={styles.words}>
          <h2 className="d h2" id="ads-title">
            {ads.title}
          </h2>
          <p className="lede">{ads.text}</p>
          <dl className={styles.choices}>
            {[ads.region, ads.group, ads.pay].map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <div>
            <ButtonLink to={pages.marketingPackages.path} arrow>
              {ads.button}
            </ButtonLink>
          </div>
        </div>
        <Targeting />
      </div>
    </Section>
  );
}
