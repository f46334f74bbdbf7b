/** A line of an account's statement. */
export interface Line {
  /** Para; negative went out. */
  amount: number;
  text: string;
  payer?: string;
}

/** The company's account of the demonstration, as the settings ship it. */
const ACCOUNT = '999000000000030318';
const OPENING = 48_200_000;

/** A statement of the company's account as its bank sends it, in MT940; `name` keeps two of one day apart. */
export function bankStatement(at: Date, lines: readonly Line[], name = ''): File {
  const day = at.toISOString().slice(2, 10).replaceAll('-', '');
  const dinars = (para: number) => (Math.abs(para) / 100).toFixed(2).replace('.', ',');
  const closing = OPENING + lines.reduce((sum, { amount }) => sum + amount, 0);
  const text = [
    `:20:IZVOD${day}${name}`,
    `:25:${ACCOUNT}`,
    `:28C:${day}/1`,
    `:60F:C${day}RSD${dinars(OPENING)}`,
    ...lines.flatMap(({ amount, text, payer = '' }, n) => [
      `:61:${day}${amount < 0 ? 'D' : 'C'}${dinars(amount)}NTRFNONREF//DEMO${day}${name}${n}`,
      `:86:166?00PRENOS?20${text}?32${payer}`,
    ]),
    `:62F:C${day}RSD${dinars(closing)}`,
    '-',
  ].join('\r\n');
  return new File([text], `izvod-${day}${name}.sta`);
}
