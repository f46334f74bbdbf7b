import { useEffect, useRef, useState } from 'react';
import { partReport as copy } from '#domain/part-report-copy.ts';
import { reportProblem } from '../report-problem.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { write } from '../write.ts';

/** Says in the server's log what does not load; its number, which support finds there, stands in place of the button afterwards. */
export default function ReportPart({ name }: { name: string }) {
  const [reference, setReference] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (reference !== null) said.current!.focus();
  }, [reference]);

  const report = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => reportProblem(`A part was not loaded, tried again and again: ${name}`), {
      failed: copy.failed,
    });
    setBusy(false);
    if (outcome.outcome === 'done') setReference(outcome.value);
    else setProblem(outcome);
  });

  if (reference !== null)
    return (
      <p className="s" tabIndex={-1} ref={said}>
        {copy.reported(reference)}
      </p>
    );
  return (
    <>
      <FormProblem problem={problem} />
      <Button size="sm" variant="secondary" loading={busy} loadingLabel={copy.sending} onClick={report}>
        {copy.button}
      </Button>
    </>
  );
}
