import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { copy } from '#domain/devices/copy.ts';
import { parsePairingNumber } from '#domain/devices/rules.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import styles from './device-login.module.css';
import { LoginLayout } from './login-layout.tsx';

/** For whoever types the address from the TV's screen and not the number: a field for it. */
export default function DeviceNumberPage() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  return (
    <LoginLayout number={null}>
      <form
        className={styles.ask}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const number = parsePairingNumber(typed);
          if (number !== null) return void navigate(`/device-login/${number}`);
          setProblem(typed.trim() === '' ? copy.phone.numberMissing : copy.phone.numberWrong);
          field.current?.focus();
        }}
      >
        <TextField
          ref={field}
          label={copy.phone.numberLabel}
          hint={copy.phone.numberHint}
          error={problem ?? undefined}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
        <Button type="submit" full>
          {copy.phone.numberButton}
        </Button>
      </form>
      <p className={styles.warning}>{copy.phone.warning}</p>
    </LoginLayout>
  );
}
