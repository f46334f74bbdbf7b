import { common } from '../copy.ts';

/**
 * Every answer with which the sign-in server may refuse, and the sentence a person then reads. On the wire the message
 * stays English, as programs written for GoTrue expect; screens look the code up here.
 */
export const authSentences = {
  account_closed: 'Ovaj nalog je zatvoren, a njegovi podaci se brišu. Ako ga niste zatvorili vi, odmah nam pišite.',
  anonymous_provider_disabled: 'Upišite email adresu.',
  bad_json: common.badJson,
  bad_jwt: common.sessionExpired,
  current_password_invalid: 'Sadašnja lozinka nije tačna.',
  current_password_required: 'Upišite sadašnju lozinku.',
  email_address_fixed: 'Ova adresa je zadata u podešavanjima servera i ne može da se promeni ovde.',
  email_exists: 'Tu email adresu već koristi drugi nalog.',
  email_not_confirmed: 'Email adresa još nije potvrđena. Otvorite poruku koju smo vam poslali ili zatražite novu.',
  insufficient_aal: 'Potvrdite prijavu kodom iz aplikacije, pa pokušajte ponovo.',
  invalid_credentials: 'Neispravni podaci za prijavljivanje',
  manual_linking_disabled: common.notFound,
  mfa_challenge_expired: 'Kod nije tačan ili je istekao. Sačekajte novi i pokušajte ponovo.',
  mfa_factor_name_conflict: 'Aplikacija za potvrdu sa tim nazivom već postoji. Upišite drugi naziv.',
  mfa_factor_not_found: 'Ta aplikacija za potvrdu više nije uključena.',
  mfa_phone_enroll_not_enabled: 'Potvrda u dva koraka radi preko aplikacije za potvrdu.',
  mfa_recovery_codes_sole_factor: 'Rezervni kodovi se prave kada je potvrda u dva koraka uključena.',
  mfa_verification_failed: 'Kod nije tačan ili je istekao. Sačekajte novi i pokušajte ponovo.',
  mfa_verified_factor_exists: 'Rezervni kodovi već postoje. Napravite nove umesto njih.',
  mfa_webauthn_enroll_not_enabled: 'Potvrda u dva koraka radi preko aplikacije za potvrdu.',
  no_authorization: common.signInFirst,
  not_admin: common.noAccess,
  not_found: common.notFound,
  otp_expired: 'Link je istekao ili je već iskorišćen. Zatražite novi.',
  over_email_send_rate_limit:
    'Nova poruka se sada ne šalje, jer je upravo tražena ili ih je traženo previše. Pogledajte poštu, pa pokušajte ponovo kasnije.',
  over_request_rate_limit: 'Previše pokušaja. Sačekajte nekoliko minuta i pokušajte ponovo.',
  phone_provider_disabled: 'Prijavljujete se email adresom.',
  reauthentication_needed: 'Ova prijava je stara. Zatražite kod na email adresu ili se prijavite ponovo.',
  reauthentication_not_valid: 'Kod nije tačan ili je istekao. Zatražite novi.',
  refresh_token_already_used: common.sessionExpired,
  refresh_token_not_found: common.sessionExpired,
  request_entity_too_large: common.tooLarge,
  same_password: 'Nova lozinka mora da se razlikuje od stare.',
  session_expired: common.sessionExpired,
  session_not_found: common.sessionExpired,
  too_many_enrolled_mfa_factors: 'Uključeno je najviše deset aplikacija za potvrdu. Isključite neku od njih.',
  unexpected_failure: common.serverError,
  unsupported_media_type: common.badContentType,
  user_already_exists: 'Korisnik sa ovim email-om već postoji',
  user_banned: 'Nalog je blokiran. Pišite nam ako mislite da je u pitanju greška.',
  username_taken: 'To korisničko ime je zauzeto. Izaberite drugo.',
  validation_failed: common.badInput,
  weak_password: 'Lozinka mora imati najmanje 6 karaktera',
} as const satisfies Record<string, string>;
export type AuthCode = keyof typeof authSentences;

/** The sentence for `error.code` of the sign-in client; `null` for a code that is not the server's. */
export const authSentence = (code: string | undefined): string | null =>
  code !== undefined && code in authSentences ? authSentences[code as AuthCode] : null;
