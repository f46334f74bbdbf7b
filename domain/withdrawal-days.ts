import { type Day, daysLater } from './day.ts';

/** Days a consumer has for withdrawing, counted from the day after the device came (member terms, article 8). */
export const WITHDRAWAL_DAYS = 14;

/** The last day on which the buyer may still withdraw; a device that has not come can be withdrawn from at any time. */
export const withdrawalUntil = (receivedOn: Day): Day => daysLater(receivedOn, WITHDRAWAL_DAYS);

/** Days that a company has for withdrawing from its first contract, counted from the day after its conclusion (company terms, 10.1). */
export const COMPANY_WITHDRAWAL_DAYS = 14;

/** The last day on which a company may state that it withdraws from a contract that was concluded on that day. */
export const companyWithdrawalUntil = (concludedOn: Day): Day => daysLater(concludedOn, COMPANY_WITHDRAWAL_DAYS);
