import { useRef } from 'react';
import { type CompanyNumberKind, type CompanyNumbers, suspectCompanyNumbers } from '#domain/company-numbers.ts';
import { common } from '#domain/copy.ts';

type Say = (field: CompanyNumberKind, error: { message: string }, options: { shouldFocus: boolean }) => void;

/**
 * Numbers whose control digit is wrong stop their form once, each with a word at its field (`say`, as `setError` takes it). Sent again
 * unchanged they are kept: whoever insists may be right. Answers with whether any stopped it. `refused`: what is said of a tax number
 * where the server takes none that is wrong, so that nobody insists in vain.
 */
export function useCompanyNumberCheck({ refused }: { refused?: string } = {}) {
  const kept = useRef(new Set<string>());
  return (numbers: CompanyNumbers, say: Say): boolean => {
    const odd = suspectCompanyNumbers(numbers, kept.current);
    for (const field of odd) {
      const isRefused = field === 'taxNumber' && refused !== undefined;
      if (!isRefused) kept.current.add(numbers[field]!);
      const known = field === 'taxNumber' ? common.oddTaxNumber : common.oddRegistrationNumber;
      const message = isRefused ? refused : known;
      say(field, { message }, { shouldFocus: field === odd[0] });
    }
    return odd.length > 0;
  };
}
