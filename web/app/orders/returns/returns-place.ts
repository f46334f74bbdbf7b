/** Where the returns of an order stand on its page. */
export const RETURNS_PLACE = 'returns';
