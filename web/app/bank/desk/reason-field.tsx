import { decisionCopy } from '#domain/bank/copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { REASON_MAX } from '#domain/reason-length.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import type { Choice } from './decision-field.tsx';
import desk from './desk.module.css';

interface Props {
  choice: Choice;
  value: string;
  onChange: (text: string) => void;
}

/** Why it is decided so, where that is asked; of a row that is closed some usual reasons. */
export function ReasonField({ choice, value, onChange }: Props) {
  if (choice === 'confirm' || choice === 'part' || choice === 'keep') return null;
  const label =
    choice === 'accept' ? decisionCopy.reason : choice === 'close' ? copy.close.label : decisionCopy.returnReason;
  return (
    <>
      {choice === 'close' && (
        <div className={desk.examples}>
          {copy.close.examples.map((example) => (
            <Button key={example} size="sm" variant="ghost" onClick={() => onChange(example)}>
              {example}
            </Button>
          ))}
        </div>
      )}
      <TextArea
        label={label}
        hint={choice === 'accept' ? decisionCopy.reasonHint : undefined}
        optional={choice !== 'accept' && choice !== 'close'}
        value={value}
        maxLength={REASON_MAX}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
