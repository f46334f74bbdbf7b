import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { BuyerForm as Form } from '#domain/payments/rules.ts';
import { buyerMore as more } from '#domain/payments/ways-copy.ts';
import { useCompanyNumberCheck } from '../../company-numbers.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { wrongFields } from '../../wrong-fields.ts';
import { initialBuyerFields, type KnownBuyer } from '../buyer-form.tsx';
import type { Fields } from '../order-fields.ts';

/** What on delivery is refused for; another phone or address is another question. */
const WHERE = ['phone', 'recipientPhone', 'address', 'addressNumber', 'postalCode'] as const;

/** The fields about the buyer, as staff fill them in, and what of them the rest of the order depends on. */
export function useBuyerForm(known: KnownBuyer) {
  const checkNumbers = useCompanyNumberCheck({ refused: more.taxNumberWrong });
  const { register, control, setError, handleSubmit, formState } = useForm<Fields, unknown, Form>({
    resolver: zodResolver(Form) as never,
    // The field is the buyer's and is not shown here: nobody accepts terms for somebody else (decision 221).
    defaultValues: { ...initialBuyerFields(known), consent: true },
  });
  const { errors, isDirty } = formState;
  const [country, companyName, isForOther] = useWatch({ control, name: ['country', 'companyName', 'isForOther'] });
  const where = useWatch({ control, name: WHERE }).join('\n');

  /** `onChecked` gets a buyer in whom nothing is wrong; what is wrong elsewhere than at its field goes to `onProblem`. */
  const submit = (onChecked: (buyer: Form) => void, onProblem: (problem: Problem | null) => void) =>
    handleSubmit(
      (buyer) => {
        onProblem(null);
        const { companyTaxNumber: taxNumber, companyRegistrationNumber: registrationNumber } = buyer;
        const numbers = buyer.companyName ? { taxNumber, registrationNumber, country: buyer.country } : {};
        const isOdd = checkNumbers(numbers, (kind, ...said) =>
          setError(kind === 'taxNumber' ? 'companyTaxNumber' : 'companyRegistrationNumber', ...said),
        );
        if (!isOdd) onChecked(buyer);
      },
      (wrong) => onProblem(wrongFields(wrong)),
    );

  return {
    field: (one: keyof Form) => ({ ...register(one), error: errors[one]?.message }),
    country,
    isFirm: companyName.trim() !== '',
    isForOther,
    where,
    isDirty,
    submit,
  };
}
