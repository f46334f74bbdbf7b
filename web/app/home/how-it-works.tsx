import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { home } from '#domain/home/copy.ts';
import { pages } from '#domain/pages.ts';
import plugAvif from '../../storage/videos/plug.avif';
import plug from '../../storage/videos/plug.jpg';
import rewardAvif from '../../storage/videos/reward.avif';
import reward from '../../storage/videos/reward.jpg';
import signInAvif from '../../storage/videos/sign-in.avif';
import signIn from '../../storage/videos/sign-in.jpg';
import { publicFileUrl } from '../shell/site.ts';
import { TextLink } from '../ui/link.tsx';
import { Film } from '../ui/media/film.tsx';
import { Tabs } from '../ui/tabs.tsx';
import styles from './how-it-works.module.css';
import { Section } from './section.tsx';

const { how } = home;

/** The fragment of the address that opens a step, so that a step can be linked to. */
const steps = [
  {
    key: 'ukljucite-i-gledajte',
    words: how.plug,
    film: 'plug',
    avif: plugAvif,
    jpeg: plug,
    to: pages.usbPackages.path,
  },
  {
    key: 'prijavite-se',
    words: how.signIn,
    film: 'sign-in',
    avif: signInAvif,
    jpeg: signIn,
    to: `${pages.auth.path}?tab=registracija`,
  },
  {
    key: 'preuzmite-novac',
    words: how.reward,
    film: 'reward',
    avif: rewardAvif,
    jpeg: reward,
    to: pages.termsConditions.path,
  },
] as const;
type Step = (typeof steps)[number];

export function HowItWorks() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<Step['key']>(steps[0].key);

  useEffect(() => {
    const linked = steps.find(({ key }) => `#${key}` === hash);
    if (!linked) return;
    setSelected(linked.key);
    const section = document.getElementById('how-it-works');
    if (section && !isInView(section)) section.scrollIntoView();
  }, [hash]);

  function select(key: Step['key']) {
    setSelected(key);
    navigate({ hash: key }, { replace: true, preventScrollReset: true });
  }

  return (
    <Section id="how-it-works" channel={2} strip={how.strip} surface="sunken" labelledBy="how-title">
      <h2 className={`d h1 ${styles.title}`} id="how-title">
        {how.title}
      </h2>
      <Tabs
        label={how.tabs}
        numbered
        keepAll
        selected={selected}
        onSelect={select}
        tabs={steps.map((step) => ({
          key: step.key,
          label: step.words.label,
          content: <Panel step={step} shown={step.key === selected} />,
        }))}
      />
    </Section>
  );
}

function Panel({ step, shown }: { step: Step; shown: boolean }) {
  const { words, film, avif, jpeg, to } = step;
  return (
    <div className={styles.panel}>
      <div className={styles.words}>
        <h3 className="d h3">{words.title}</h3>
        <p>{words.text}</p>
        <p className="muted">{words.tip}</p>
        <p className={styles.link}>
          <TextLink to={to}>{words.link}</TextLink>
        </p>
      </div>
      <div className={styles.tube}>
        <Film key={String(shown)} src={publicFileUrl(`videos/${film}`)}>
          <picture>
            <source srcSet={avif} type="image/avif" />
            <img src={jpeg} alt={words.mediaAlt} width={1280} height={720} loading="lazy" />
          </picture>
        </Film>
      </div>
    </div>
  );
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
}
