/** Days from closing or terminating an account until the person's data is erased, at the latest. */
export const ERASED_WITHIN_DAYS = 15;
