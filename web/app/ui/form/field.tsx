import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { common, uiWords } from '#domain/copy.ts';
import styles from './field.module.css';

interface Around {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** Takes the whole row of a two-column group. */
  wide?: boolean;
}

/** Label, control, help or error, connected for screen readers. */
function Field({ label, hint, error, optional, wide, id, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field} data-wide={wide || undefined}>
      <label className={styles.label} htmlFor={id}>
        {label} {optional && <span className={styles.optional}>({common.optional})</span>}
      </label>
      {children}
      {hint && !error && (
        <p className={styles.message} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={`${styles.message} ${styles.error}`} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const described = (id: string, error: unknown, hint: unknown) =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined;

type TextFieldProps = Around & InputHTMLAttributes<HTMLInputElement> & { ref?: React.Ref<HTMLInputElement> };

export function TextField({ label, hint, error, optional, wide, id: given, ...input }: TextFieldProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <Field label={label} hint={hint} error={error} optional={optional} wide={wide} id={id}>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, error, hint)}
      />
    </Field>
  );
}

/** A password that can be shown, and that says when Caps Lock is on. */
export function PasswordField({ label, hint, error, optional, wide, id: given, onKeyUp, ...input }: TextFieldProps) {
  const own = useId();
  const id = given ?? own;
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const help = capsLock ? uiWords.capsLock : hint;
  return (
    <Field label={label} error={error} optional={optional} wide={wide} id={id} hint={help}>
      <div className={styles.withToggle}>
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, error, help)}
          onKeyUp={(event) => {
            setCapsLock(event.getModifierState?.('CapsLock') ?? false);
            onKeyUp?.(event);
          }}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={shown}
          aria-label={shown ? uiWords.hidePassword : uiWords.showPassword}
          onClick={() => setShown(!shown)}
        >
          {shown ? uiWords.hide : uiWords.show}
        </button>
      </div>
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}
type SelectFieldProps = Around & {
  options: readonly Option[];
  placeholder?: string;
} & SelectHTMLAttributes<HTMLSelectElement> & { ref?: React.Ref<HTMLSelectElement> };

export function SelectField({
  label,
  hint,
  error,
  optional,
  wide,
  options,
  placeholder,
  id: given,
  ...select
}: SelectFieldProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <Field label={label} hint={hint} error={error} optional={optional} wide={wide} id={id}>
      <select
        {...select}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, error, hint)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

type TextAreaProps = Around & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: React.Ref<HTMLTextAreaElement> };

export function TextArea({ label, hint, error, optional, wide, id: given, ...area }: TextAreaProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <Field label={label} hint={hint} error={error} optional={optional} wide={wide} id={id}>
      <textarea
        {...area}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, error, hint)}
      />
    </Field>
  );
}

type CheckboxProps = {
  label: ReactNode;
  error?: string | undefined;
  indeterminate?: boolean;
  hideLabel?: boolean;
} & InputHTMLAttributes<HTMLInputElement> & { ref?: React.Ref<HTMLInputElement> };

export function Checkbox({ label, error, indeterminate, hideLabel, id: given, ref, ...input }: CheckboxProps) {
  const own = useId();
  const id = given ?? own;
  const box = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate ?? false;
  }, [indeterminate]);
  const setRef = (node: HTMLInputElement | null) => {
    box.current = node;
    if (typeof ref === 'function') ref(node);
    else if (ref) ref.current = node;
  };
  return (
    <div className={styles.field}>
      <label className={styles.check} htmlFor={id}>
        <input
          {...input}
          ref={setRef}
          id={id}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span className={hideLabel ? 'vh' : styles.checkText}>{label}</span>
        {error && (
          <span className={`${styles.message} ${styles.error} ${styles.checkError}`} id={`${id}-error`}>
            {error}
          </span>
        )}
      </label>
    </div>
  );
}

export function FieldGroup({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  return <div className={`${styles.group} ${columns === 2 ? styles.two : ''}`}>{children}</div>;
}

/** Says that a part of the page could not be loaded; what is wrong with a submit says `FormProblem`. */
export function FormError({ title }: { title: string }) {
  return (
    <div className={styles.formError} role="alert">
      <p>{title}</p>
    </div>
  );
}
