/**
 * The arithmetic of papers, in para. Prices are gross: the tax is taken out of what is paid, and base and tax always add up to it.
 */

/** Half away from zero; exact for integers whose double is one. */
const divide = (n: number, by: number): number => (n < 0 ? 0 - divide(-n, by) : Math.floor((2 * n + by) / (2 * by)));

/** The tax inside a gross amount; none without a rate. */
export const taxIn = (gross: number, percent: number | null): number =>
  percent === null ? 0 : divide(gross * percent, 100 + percent);

/** What a line comes to. A deduction is a line below zero. */
export interface GrossAmount {
  gross: number;
  /** `null`: no tax is charged. */
  percent: number | null;
}
export interface TaxedAmount extends GrossAmount {
  base: number;
  tax: number;
}

/** What all lines of a rate come to; the highest rate first. */
export function sumsByRate(lines: readonly TaxedAmount[]): TaxedAmount[] {
  const rates = [...new Set(lines.map(({ percent }) => percent))].sort((a, b) => (b ?? -1) - (a ?? -1));
  return rates.map((percent) => ({ percent, ...sumOf(lines.filter((line) => line.percent === percent)) }));
}

export const sumOf = (lines: readonly TaxedAmount[]) => ({
  gross: lines.reduce((sum, { gross }) => sum + gross, 0),
  base: lines.reduce((sum, { base }) => sum + base, 0),
  tax: lines.reduce((sum, { tax }) => sum + tax, 0),
});

/**
 * Base and tax of each line. The tax of a rate is that of the rate's whole sum, rounded once; what rounding the single lines leaves
 * over goes into the largest of them.
 */
export function taxLines<Line extends GrossAmount>(lines: readonly Line[]): (Line & TaxedAmount)[] {
  const taxed = lines.map((line) => ({ ...line, tax: taxIn(line.gross, line.percent), base: 0 }));
  for (const { percent, gross, tax } of sumsByRate(taxed)) {
    const same = taxed.filter((line) => line.percent === percent);
    const largest = same.reduce((a, b) => (Math.abs(b.gross) > Math.abs(a.gross) ? b : a));
    largest.tax += taxIn(gross, percent) - tax;
  }
  for (const line of taxed) line.base = line.gross - line.tax;
  return taxed;
}

/** The price of one, without tax. */
export const unitPrice = ({ base, quantity }: { base: number; quantity: number }): number => divide(base, quantity);

/**
 * What a paper takes back of another one's lines, when so much of its price was taken back before it and so much after it. Computed from
 * the beginning each time, so that ten parts are together the whole to the para, line by line.
 */
export function reversedLines<Line extends TaxedAmount>(
  lines: readonly Line[],
  { price, before, after }: { price: number; before: number; after: number },
): Line[] {
  const earlier = shareOf(lines, before, price);
  return shareOf(lines, after, price)
    .map((line, index) => {
      const was = earlier[index]!;
      return { ...line, gross: line.gross - was.gross, tax: line.tax - was.tax, base: line.base - was.base };
    })
    .filter(({ gross }) => gross !== 0);
}

/**
 * The same in para of the paper itself, its lines one after the other: what comes first is taken back first, a fee in the last line with
 * the last of the money.
 */
export function reversedLinesInTurn<Line extends TaxedAmount>(
  lines: readonly Line[],
  { before, after }: { before: number; after: number },
): Line[] {
  let start = 0;
  return lines
    .map((line) => {
      const upTo = (part: number) => {
        const gross = Math.min(Math.max(part - start, 0), line.gross);
        return { gross, tax: line.gross === 0 ? 0 : divide(line.tax * gross, line.gross) };
      };
      const [was, is] = [upTo(before), upTo(after)];
      start += line.gross;
      const [gross, tax] = [is.gross - was.gross, is.tax - was.tax];
      return { ...line, gross, tax, base: gross - tax };
    })
    .filter(({ gross }) => gross !== 0);
}

/**
 * What a share of what lines come to says, after shares before it. Shares are taken from the other end than what goes back
 * (`reversedLinesInTurn`), so that both together are the whole to the para, tax included.
 */
export function shareOfLines<Line extends TaxedAmount>(
  lines: readonly Line[],
  { before, gross }: { before: number; gross: number },
): Line[] {
  const after = sumOf(lines).gross - before;
  return reversedLinesInTurn(lines, { before: after - gross, after });
}

function shareOf<Line extends TaxedAmount>(lines: readonly Line[], part: number, price: number): Line[] {
  const whole = sumOf(lines).gross;
  const shares = lines.map((line) => divide(line.gross * part, price));
  const largest = lines.reduce(
    (at, { gross }, index) => (Math.abs(gross) > Math.abs(lines[at]!.gross) ? index : at),
    0,
  );
  shares[largest]! += divide(whole * part, price) - shares.reduce((sum, share) => sum + share, 0);
  return lines.map((line, index) => {
    const gross = shares[index]!;
    const tax = line.gross === 0 ? 0 : divide(line.tax * gross, line.gross);
    return { ...line, gross, tax, base: gross - tax };
  });
}
