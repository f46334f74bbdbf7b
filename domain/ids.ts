const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As PostgreSQL and `crypto.randomUUID` write them: lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);
