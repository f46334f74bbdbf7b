import { useState } from 'react';
import { systemCopy as copy } from '#domain/system/copy.ts';
import type { DetailedPart } from '#domain/system/details.ts';
import { client } from '../api.ts';
import { toast } from '../ui/overlay/toast.tsx';
import { type Outcome, write } from '../write.ts';

export type Act = 'ask' | 'retryJobs' | 'trialMail' | 'backUp';

export interface Acts {
  busy: Act | null;
  run(act: Act): void;
  look(): void;
  /** Opens what stands behind a row. */
  show(part: DetailedPart): void;
}

/** An answer of the provider about many payments takes its time. Milliseconds. */
const ASK_MS = 30_000;

/** A mail server may take its time, too. Milliseconds. */
const MAIL_MS = 20_000;

/** What can be done from here; each is harmless twice. */
export function useSystemActions(look: () => void, show: (part: DetailedPart) => void): Acts {
  const [busy, setBusy] = useState<Act | null>(null);

  async function send(act: Act): Promise<Outcome<string>> {
    switch (act) {
      case 'ask':
        return write(
          async () => {
            const { settled, left } = await client.system.askProvider();
            return copy.done.asked(settled, left);
          },
          { failed: copy.failed, patience: ASK_MS },
        );
      case 'retryJobs':
        return write(async () => copy.done.retried((await client.system.retryJobs()).queued), { failed: copy.failed });
      case 'trialMail':
        return write(
          async () => {
            const { to, isKept } = await client.system.sendTrialMail();
            return isKept ? copy.done.trialKept : copy.done.trialMail(to);
          },
          { failed: copy.failed, repeats: false, patience: MAIL_MS },
        );
      case 'backUp':
        return write(
          async () => {
            await client.system.backUp();
            return copy.done.backup;
          },
          { failed: copy.failed },
        );
    }
  }

  async function run(act: Act) {
    setBusy(act);
    const outcome = await send(act);
    if (outcome.outcome === 'done') toast.success(outcome.value);
    else toast.error(outcome.text);
    setBusy(null);
    look();
  }

  return { busy, run: (act) => void run(act), look, show };
}
