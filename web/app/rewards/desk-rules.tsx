import { type FormEvent, useState } from 'react';
import { formatDinars, formatMoneyExact, readCents } from '#domain/money.ts';
import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { rateText } from '#domain/rewards/own-copy.ts';
import { DEFAULT_MIN_PAYOUT_PARA, parseRewardRate } from '#domain/rewards/rules.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Table } from '../ui/table/table.tsx';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';
import styles from './admin-rewards.module.css';
import { type Desk, reloadRewards } from './desk.ts';

type Rule = Desk['rules'][number];
const TONES = { announced: 'info', valid: 'ok', past: undefined } as const;

/** Rules of rewards with their days, and a new one for days to come. */
export function DeskRules({ rules, earliest }: Pick<Desk, 'rules' | 'earliest'>) {
  const [recalling, setRecalling] = useState<Rule | null>(null);
  return (
    <section className={styles.part} aria-labelledby="rules">
      <header className={styles.head}>
        <h2 id="rules" className="d h3">
          {copy.rules}
        </h2>
        <span className="s muted">{copy.rulesNote}</span>
      </header>
      <div className={styles.two}>
        <Table
          caption={copy.rules}
          rows={rules}
          rowKey={({ id }) => id}
          rowTone={({ state }) => (state === 'valid' ? 'ok' : state === 'announced' ? 'info' : 'other')}
          empty={<p className="muted">{copy.noRules}</p>}
          columns={[
            {
              key: 'from',
              header: copy.rulesTh.from,
              bare: true,
              cell: ({ validFrom }) => <b>{formatDate(validFrom)}</b>,
            },
            { key: 'banner', header: copy.rulesTh.banner, align: 'right', cell: ({ banner }) => rateText(banner) },
            { key: 'second', header: copy.rulesTh.second, align: 'right', cell: ({ tvSecond }) => rateText(tvSecond) },
            {
              key: 'ceiling',
              header: copy.rulesTh.ceiling,
              align: 'right',
              cell: ({ ceiling }) => formatDinars(ceiling),
            },
            {
              key: 'state',
              header: copy.rulesTh.state,
              cell: (rule) => (
                <span className={styles.tools}>
                  <StateOf rule={rule} />
                  {rule.state === 'announced' && (
                    <Button
                      size="sm"
                      variant="secondary"
                      aria-label={copy.recallOf(rule.validFrom)}
                      onClick={() => setRecalling(rule)}
                    >
                      {copy.recall}
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
        />
        <NewRule earliest={earliest} smallest={rules[0]?.smallest ?? DEFAULT_MIN_PAYOUT_PARA} />
      </div>
      {recalling && <RecallDialog rule={recalling} onClose={() => setRecalling(null)} />}
    </section>
  );
}

function StateOf({ rule: { state } }: { rule: Rule }) {
  const tone = TONES[state];
  return <Badge {...(tone ? { tone } : {})}>{copy.ruleStates[state]}</Badge>;
}

function RecallDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function recall() {
    setBusy(true);
    const done = await write(() => client.rewards.admin.recall({ id: rule.id }));
    setBusy(false);
    if (done.outcome !== 'done') setProblem({ text: done.text });
    else {
      toast.success(copy.recalled);
      onClose();
    }
    await reloadRewards();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.recallTitle(rule.validFrom)}
      text={copy.recallText}
      yes={copy.recall}
      busy={busy}
      problem={problem}
      onConfirm={() => void recall()}
    />
  );
}

const EMPTY = { from: '', ceiling: '', banner: '', second: '' };

function NewRule({ earliest, smallest: proposed }: { earliest: string; smallest: number }) {
  const keys = useWriteKeys();
  const first = { ...EMPTY, smallest: formatMoneyExact({ amount: proposed, currency: '' }).trim() };
  const [typed, setTyped] = useState(first);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const amounts = {
    banner: parseRewardRate(typed.banner),
    tvSecond: parseRewardRate(typed.second),
    ceiling: readCents(typed.ceiling),
    smallest: readCents(typed.smallest),
  };
  const errors = {
    from: typed.from === '' ? copy.dateMissing : typed.from < earliest ? copy.rulePast(earliest) : null,
    ceiling: amounts.ceiling ? null : copy.amountWrong,
    banner: amounts.banner === null ? copy.rateWrong : null,
    second: amounts.tvSecond === null ? copy.rateWrong : null,
    smallest: amounts.smallest ? null : copy.amountWrong,
  };
  // A day that is past is said at once, what is missing only after the press.
  const shown = (name: keyof typeof errors) =>
    errors[name] !== null && (asked || (name === 'from' && typed.from !== '')) ? { error: errors[name] } : {};
  async function publish(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (Object.values(errors).some((error) => error !== null)) return;
    const { banner, tvSecond, ceiling, smallest } = amounts as Record<keyof typeof amounts, number>;
    setBusy(true);
    setProblem(null);
    const wanted = { validFrom: typed.from, banner, tvSecond, ceiling, smallest };
    const rule = { ...wanted, id: keys.of(wanted) };
    const done = await write(() => client.rewards.admin.publish(rule));
    setBusy(false);
    if (done.outcome !== 'done') return setProblem({ text: done.text });
    toast.success(copy.published(typed.from));
    keys.renew();
    setAsked(false);
    setTyped(first);
    await reloadRewards();
  }
  const field = (name: keyof typeof typed) => ({
    label: copy.ruleFields[name],
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
    ...shown(name),
  });
  return (
    <form className={styles.card} onSubmit={(event) => void publish(event)} noValidate>
      <UnsavedTextGuard when={!busy && [typed.banner, typed.second, typed.ceiling].some(Boolean)} what={copy.newRule} />
      <h3>{copy.newRule}</h3>
      <div className={styles.fields}>
        <TextField type="date" min={earliest} {...field('from')} />
        <TextField inputMode="decimal" {...field('ceiling')} />
        <TextField inputMode="decimal" {...field('banner')} />
        <TextField inputMode="decimal" {...field('second')} />
        <TextField inputMode="decimal" {...field('smallest')} />
      </div>
      <FormProblem problem={problem} />
      <Button type="submit" loading={busy}>
        {copy.publish}
      </Button>
    </form>
  );
}
