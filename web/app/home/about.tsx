import { home } from '#domain/home/copy.ts';
import { pages } from '#domain/pages.ts';
import plan from '../ui/art/device-plan.svg';
import { TextLink } from '../ui/link.tsx';
import styles from './about.module.css';
import { Section } from './section.tsx';

const { about } = home;

const audiences = [
  { ...about.viewers, to: pages.usbPackages.path },
  { ...about.companies, to: pages.marketingPackages.path },
  { ...about.builders, to: pages.usbPackages.path },
];

export function About() {
  return (
    <Section id="about" channel={1} strip={about.strip} labelledBy="about-title">
      <div className={styles.columns}>
        <div>
          <img src={plan} alt={about.imageAlt} width={640} height={345} loading="lazy" />
          <ul className={styles.parts}>
            {about.parts.map(({ name, text }) => (
              <li key={name}>
                <b>{name}</b>
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.words}>
          <h2 className="d h2" id="about-title">
            {about.title}
          </h2>
          <p className="lede">{about.lead}</p>
          <p>{about.p1}</p>
          <p className="muted">{about.p2}</p>
        </div>
      </div>
      <ul className={styles.audiences}>
        {audiences.map(({ title, text, link, to }) => (
          <li key={title}>
            <h3 className="d h3">{title}</h3>
            <p>{text}</p>
            <p>
              <TextLink to={to}>
                {link}
                <span className="vh">: {title}</span>
              </TextLink>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
