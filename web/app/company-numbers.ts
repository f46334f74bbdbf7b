import { useRef } from 'react';
import { type CompanyNumberKind, type CompanyNumbers, suspectCompanyNumbers } from '#domain/advertising/rules.ts';
import { common } from '#domain/copy.ts';

type Say = (field: CompanyNumberKind, error: { message: string }, options: { shouldFocus: boolean }) => void;

/**
 * Numbers whose control digit is wrong stop their form once, each with a word at its field (`say`, as `setError` takes it). Sent again
 * unchanged they are kept: whoever insists may be right. Answers with whether any stopped it.
 */
export function useCompanyNumberCheck() {
  const kept = useRef(new Set<string>());
  return (numbers: CompanyNumbers, say: Say): boolean => {
    const odd = suspectCompanyNumbers(numbers, kept.current);
    for (const field of odd) {
      kept.current.add(numbers[field]!);
      const message = field === 'taxNumber' ? common.oddTaxNumber : common.oddRegistrationNumber;
      say(field, { message }, { shouldFocus: field === odd[0] });
    }
    return odd.length > 0;
  };
}
