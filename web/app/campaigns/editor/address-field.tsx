import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { TextField } from '../../ui/form/field.tsx';

interface Props {
  url: string;
  error: string | undefined;
  change: (url: string) => void;
}

/** The address that an advert leads to. */
export function AddressField({ url, error, change }: Props) {
  return (
    <TextField
      label={copy.url}
      hint={copy.urlHint}
      error={error}
      value={url}
      type="url"
      inputMode="url"
      placeholder={copy.urlBegins}
      autoComplete="off"
      onChange={({ target }) => change(target.value)}
    />
  );
}
