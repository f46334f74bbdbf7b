import { common } from '#domain/copy.ts';
import { pages } from '#domain/pages.ts';
import { systemCopy as copy } from '#domain/system/copy.ts';
import type { DetailedPart } from '#domain/system/details.ts';
import type { PartName } from '#domain/system/limits.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextLink } from '../ui/link.tsx';
import type { Act, Acts } from './acts.tsx';
import styles from './parts.module.css';
import type { SystemRead } from './system-read.ts';

interface Doing {
  data: SystemRead;
  part: PartName;
  acts: Acts;
  isFirst?: boolean;
}

/** The one thing that can be done about a part: on a server by a command that is copied, here by a button, else a place to look. */
export function Action({ data, part, acts, isFirst = false }: Doing) {
  const { version, servers, database, jobs, mails, payments, files, backups, doubles } = data.parts;
  const act = (what: Act, words: string) => (
    <Button
      size="sm"
      variant={isFirst ? 'primary' : 'secondary'}
      loading={acts.busy === what}
      loadingLabel={common.loading}
      disabled={acts.busy !== null && acts.busy !== what}
      onClick={() => acts.run(what)}
    >
      {words}
    </Button>
  );
  const command = (value: string) => (
    <CopyButton value={value} label={copy.do.copyCommand} what={copy.do.copyFor(copy.names[part])} />
  );
  const detail = (of: DetailedPart, words: string, isWell: boolean) =>
    isWell ? (
      <button type="button" className={styles.detail} onClick={() => acts.show(of)}>
        {words}
      </button>
    ) : (
      <Button size="sm" variant="secondary" onClick={() => acts.show(of)}>
        {words}
      </Button>
    );
  switch (part) {
    case 'version':
      if (version.known && version.state !== 'ok') return command(data.commands.start);
      return detail('version', copy.do.news, true);
    case 'servers': {
      const missing = servers.known ? servers.facts.processes.find(({ isMissing }) => isMissing) : undefined;
      if (servers.known && servers.state === 'err')
        return command(
          missing?.role === 'web' || missing?.role === 'both' ? data.commands.start : data.commands.worker,
        );
      return <a href="#procesi">{copy.do.processes}</a>;
    }
    case 'database':
      return database.known && database.facts.slowest.length > 0 ? <a href="#upiti">{copy.do.slow}</a> : null;
    case 'jobs':
      if (jobs.known && jobs.facts.failed > 0) return act('retryJobs', copy.do.retryJobs(jobs.facts.failed));
      return <a href="#poslovi">{copy.do.jobs}</a>;
    case 'mails':
      if (mails.known && (mails.state !== 'ok' || mails.facts.failed === 0)) return act('trialMail', copy.do.trialMail);
      return <TextLink to={`${pages.adminMail.path}?state=failed`}>{copy.do.mails}</TextLink>;
    case 'payments':
      if (payments.known && payments.state === 'err') return act('ask', copy.do.ask);
      return <TextLink to={pages.adminSales.path}>{copy.do.payments}</TextLink>;
    case 'backups':
      if (backups.known && backups.state === 'err' && !backups.facts.isUnderWay) return act('backUp', copy.do.backUp);
      return detail('backups', copy.do.backups, backups.known && backups.state === 'ok');
    case 'files':
      return detail('files', copy.do.place, files.known && files.state === 'ok');
    case 'doubles':
      return detail('doubles', copy.do.settings, doubles.known && doubles.state === 'ok');
  }
}
