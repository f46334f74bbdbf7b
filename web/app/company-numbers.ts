import { useRef } from 'react';
import { type CompanyNumbers, oddNumber } from '#domain/advertising/rules.ts';
import { common } from '#domain/copy.ts';

/**
 * A number whose control digit is wrong stops its form once, with a word at the field. Sent again unchanged it is kept:
 * whoever insists may be right. One mistake at a time.
 */
export function useCompanyNumberCheck() {
  const kept = useRef(new Set<string>());
  return (numbers: CompanyNumbers): { field: 'taxNumber' | 'registrationNumber'; message: string } | null => {
    const field = oddNumber(numbers, kept.current);
    if (!field) return null;
    kept.current.add(numbers[field]!);
    return { field, message: field === 'taxNumber' ? common.oddTaxNumber : common.oddRegistrationNumber };
  };
}
