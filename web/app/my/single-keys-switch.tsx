import { myProfile as copy } from '#domain/accounts/account-copy.ts';
import { Checkbox } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import { switchSingleKeys, useSingleKeysOn } from '../ui/single-keys.ts';

/** For staff: whether keys like P and N do something by themselves, in this browser. */
export default function SingleKeysSwitch() {
  const on = useSingleKeysOn();
  return (
    <FieldSection legend={copy.keys.title} hint={copy.keys.hint}>
      <Checkbox label={copy.keys.on} checked={on} onChange={(event) => switchSingleKeys(event.target.checked)} />
    </FieldSection>
  );
}
