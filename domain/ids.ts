import { z } from 'zod';

export const Id = z.uuid();

/** An e-mail address as it is stored and compared: trimmed, lower case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export const Email = z.email().trim().toLowerCase().max(254);
