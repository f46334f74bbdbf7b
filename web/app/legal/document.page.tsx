import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import * as z from 'zod';
import { company } from '#domain/company.ts';
import { eventEnvironment, eventSettings } from '#domain/events/event-settings.ts';
import { legal } from '#domain/legal/copy.ts';
import { type EarlierPage, earlierVersions, type LegalPage, legalPages } from '#domain/legal/versions.ts';
import { lowerCasePath, pageOf, pages } from '#domain/pages.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { useActiveAnchor } from '../shell/use-active-anchor.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextLink } from '../ui/link.tsx';
import styles from './document.module.css';
import { type LegalDocument, renderLegalDocument } from './read-document.server.ts';

/** Runs when the page is drawn, at build. */
export function loader({ request }: LoaderFunctionArgs) {
  const shown = pageOf(new URL(request.url).pathname.replace(/\.data$/, '')) as LegalPage | EarlierPage;
  const earlier = shown in earlierVersions ? earlierVersions[shown as EarlierPage] : null;
  const page = earlier?.of ?? (shown as LegalPage);
  const present = Object.entries(process.env).filter(([, value]) => value !== '');
  const settings = eventSettings(z.object(eventEnvironment).parse(Object.fromEntries(present)));
  return { page, isEarlier: earlier !== null, document: renderLegalDocument(page, settings, earlier?.version) };
}

/** What the build wrote is there in lower case only. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const meant = lowerCasePath(pathname);
  if (meant) throw redirect(meant + search);
  return serverLoader<typeof loader>();
}

const all = Object.keys(legalPages) as LegalPage[];
/** The newest first. */
const earlierOf = (page: LegalPage) =>
  (Object.keys(earlierVersions) as EarlierPage[]).filter((name) => earlierVersions[name].of === page).reverse();

/** One of the six legal documents: articles on the right, their table of contents beside them. */
export default function DocumentPage() {
  const { page, isEarlier, document } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 className="d">{document.title}</h1>
        {isEarlier && (
          <p role="note">
            {legal.outdated}{' '}
            <TextLink to={pages[page].path}>{legal.inForce(formatDateInSentence(legalPages[page]))}</TextLink>.
          </p>
        )}
        <dl className={styles.facts}>
          <div>
            <dt>{legal.version}</dt>
            <dd>{document.version}</dd>
          </div>
          <div>
            <dt>{legal.applies}</dt>
            <dd>{formatDateInSentence(document.version)}</dd>
          </div>
          <div>
            <dt>{legal.provider}</dt>
            <dd>{company.legalName}</dd>
          </div>
        </dl>
      </header>
      <div className={styles.columns}>
        <aside className={styles.side}>
          <Contents key={page} articles={document.articles} />
          <div>
            <Button variant="secondary" size="sm" onClick={() => window.print()}>
              {legal.print}
            </Button>
          </div>
        </aside>
        <article className={styles.text}>
          {document.preamble && <Html className={styles.preamble} html={document.preamble} />}
          {document.articles.map(({ id, number, title, html }) => (
            <section key={id} id={id} aria-labelledby={`${id}-naslov`}>
              <h2 id={`${id}-naslov`} className="d">
                {number && <span className={styles.number}>{number} </span>}
                {title}
              </h2>
              <Html html={html} />
            </section>
          ))}
          {page === 'termsConditions' && <Withdrawal />}
        </article>
      </div>
      <nav className={styles.others} aria-labelledby="ostali-dokumenti">
        <h2 id="ostali-dokumenti" className="d h3">
          {legal.others}
        </h2>
        <ul className={styles.list}>
          {all
            .filter((other) => other !== page)
            .map((other) => (
              <li key={other}>
                <Link to={pages[other].path}>{pages[other].name}</Link>
              </li>
            ))}
        </ul>
        {earlierOf(page).length > 0 && (
          <div className="row s muted">
            <p>{legal.earlier}:</p>
            <ul className="row">
              {earlierOf(page).map((name) => (
                <li key={name}>
                  <TextLink to={pages[name].path}>{formatDateInSentence(earlierVersions[name].version)}</TextLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="s muted">
          {legal.questions} <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
      </nav>
    </div>
  );
}

/** Below the prescribed form: the same statement made online. */
function Withdrawal() {
  return (
    <section className={styles.withdrawal} aria-labelledby="odustanak">
      <h2 id="odustanak" className="d h3">
        {legal.withdrawTitle}
      </h2>
      <p>{legal.withdraw}</p>
      <div>
        <ButtonLink to={`${pages.account.path}#narudzbine`} arrow>
          {legal.withdrawButton}
        </ButtonLink>
      </div>
    </section>
  );
}

/** Open beside the text on a wide screen; on a phone it is folded above it. */
function Contents({ articles }: Pick<LegalDocument, 'articles'>) {
  const active = useActiveAnchor(articles.map(({ id }) => id));
  const list = (
    <ol>
      {articles.map(({ id, number, title }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === active ? 'location' : undefined}>
            <span className="num">{/\d+/.exec(number)?.[0] ?? '+'}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav className={styles.contents} aria-label={legal.contents}>
        <p className="osd muted">{legal.contents}</p>
        {list}
      </nav>
      <details className={styles.folded}>
        <summary>{legal.contents}</summary>
        {list}
      </details>
    </>
  );
}

function Html({ html, className }: { html: string; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own document, rendered when the site is built
  return <div className={`${styles.html} ${className ?? ''}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
