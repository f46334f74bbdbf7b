import { useState } from 'react';
import { UNNUMBERED } from '#domain/playout/licences.ts';
import { setUpCopy } from '#domain/playout/set-up-copy.ts';
import type { client } from '../api.ts';
import { SelectField, TextField } from '../ui/form/field.tsx';

export type OwnTvs = Awaited<ReturnType<typeof client.playout.mine>>;

const OTHER = 'other';

/** Of TVs that are not linked any more, a blocked one alone still has its device. */
const elsewhere = (serial: string, tv: string | undefined) =>
  tv === undefined ? setUpCopy.blocked(serial) : setUpCopy.moves(serial, tv);

interface Props {
  own: OwnTvs;
  /** Names of the person's TVs by their id. */
  names: ReadonlyMap<string, string>;
  tvId: string;
  /** A serial number, a code, or `UNNUMBERED`; empty: none. */
  value: string;
  change: (value: string) => void;
  error: string | undefined;
}

/** On which device a TV runs: one of the person's own, or one whose number or code they type. */
export function LicenceField({ own, names, tvId, value, change, error }: Props) {
  const options = [
    ...own.licences.flatMap(({ serial, tvId: at }) =>
      serial === null ? [] : [{ value: serial, label: at && at !== tvId ? elsewhere(serial, names.get(at)) : serial }],
    ),
    ...(own.unnumbered > 0 ? [{ value: UNNUMBERED, label: setUpCopy.unnumberedLeft(own.unnumbered) }] : []),
  ];
  const [types, setTypes] = useState(options.length === 0);
  return (
    <>
      {options.length > 0 && (
        <SelectField
          label={setUpCopy.licence}
          hint={types ? undefined : setUpCopy.licenceHint}
          error={types ? undefined : error}
          placeholder={setUpCopy.licencePick}
          options={[...options, { value: OTHER, label: setUpCopy.licenceOther }]}
          value={types ? OTHER : value}
          onChange={({ target }) => {
            setTypes(target.value === OTHER);
            change(target.value === OTHER ? '' : target.value);
          }}
        />
      )}
      {types && (
        <TextField
          label={options.length > 0 ? setUpCopy.licenceTyped : setUpCopy.licence}
          hint={
            options.length > 0 ? setUpCopy.licenceTypedHint : `${setUpCopy.licenceHint} ${setUpCopy.licenceMissing}`
          }
          error={error}
          value={value}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </>
  );
}
