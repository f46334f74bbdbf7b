CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE TABLE "acceptances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acceptances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"email" text NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"occasion" text NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"material" jsonb NOT NULL,
	"retires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."mfa_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"factor_id" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."mfa_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text,
	"status" text DEFAULT 'unverified' NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_step" bigint,
	"last_challenged_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."one_time_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"relates_to" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone" text,
	"city" text,
	"country" text,
	"address" text,
	"address_number" text,
	"postal_code" text,
	"company_name" text,
	"pibfirme" bigint,
	"mbfirme" bigint,
	"adresa firme" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_company" boolean DEFAULT false NOT NULL,
	"is_partner" boolean DEFAULT false NOT NULL,
	"is_monter" boolean DEFAULT false NOT NULL,
	"toberegistered" boolean DEFAULT false NOT NULL,
	"l_banners" bigint DEFAULT 0 NOT NULL,
	"tv_seconds" bigint DEFAULT 0 NOT NULL,
	"referral_code" text,
	"in_tree" boolean DEFAULT false NOT NULL,
	"parent_id" uuid,
	"path" text,
	"invites_blocked_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"stripe_customer_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_one_label" CHECK (not ("profiles"."is_monter" and "profiles"."is_partner")),
	CONSTRAINT "profiles_tree_has_path" CHECK ("profiles"."in_tree" = ("profiles"."path" is not null)),
	CONSTRAINT "profiles_not_own_parent" CHECK ("profiles"."parent_id" is null or "profiles"."parent_id" <> "profiles"."id"),
	CONSTRAINT "profiles_banners_not_negative" CHECK ("profiles"."l_banners" >= 0),
	CONSTRAINT "profiles_tv_seconds_not_negative" CHECK ("profiles"."tv_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "auth"."recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"amr" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"factor_id" uuid,
	"ip" text,
	"user_agent" text,
	"refresh_counter" bigint DEFAULT 0 NOT NULL,
	"refresh_min_counter" bigint DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"not_after" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"email_confirmed_at" timestamp with time zone,
	"confirmation_sent_at" timestamp with time zone,
	"recovery_sent_at" timestamp with time zone,
	"new_email" text,
	"email_change_sent_at" timestamp with time zone,
	"email_change_confirmations" integer DEFAULT 0 NOT NULL,
	"reauthentication_sent_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"banned_until" timestamp with time zone,
	"user_metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("auth"."users"."email" = lower("auth"."users"."email"))
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"profile_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"delta" bigint NOT NULL,
	"reason" text NOT NULL,
	"reference" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_not_zero" CHECK ("ledger"."delta" <> 0)
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid,
	"order_id" uuid,
	"email" text NOT NULL,
	"package_name" text NOT NULL,
	"l_banners" integer NOT NULL,
	"tv_seconds" integer NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"company_name" text,
	"subscription_id" text,
	"payment_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_payment_key_unique" UNIQUE("payment_key"),
	CONSTRAINT "packages_counts" CHECK ("packages"."l_banners" >= 0 and "packages"."tv_seconds" >= 0 and "packages"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"profile_id" uuid,
	"order_id" uuid,
	"package_name" text NOT NULL,
	"status" text NOT NULL,
	"current_period_end" timestamp with time zone,
	"cancel_at" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qrlogin" (
	"id" integer PRIMARY KEY NOT NULL,
	"user_ref" uuid,
	"secret_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"linked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "qrlogin_nine_digits" CHECK ("qrlogin"."id" between 100000000 and 999999999),
	CONSTRAINT "qrlogin_linked" CHECK (("qrlogin"."user_ref" is null) = ("qrlogin"."linked_at" is null))
);
--> statement-breakpoint
CREATE TABLE "porudzbine" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"broj" bigint GENERATED ALWAYS AS IDENTITY (sequence name "porudzbine_broj_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 101 CACHE 1),
	"ime" text NOT NULL,
	"prezime" text NOT NULL,
	"email" text NOT NULL,
	"telefon" text NOT NULL,
	"zemlja" text NOT NULL,
	"selektovan_paket" text NOT NULL,
	"iznos" integer NOT NULL,
	"valuta" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"potvrdjeno" boolean DEFAULT false NOT NULL,
	"beleske" text DEFAULT '' NOT NULL,
	"idempotency_key" uuid,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "porudzbine_broj_unique" UNIQUE("broj"),
	CONSTRAINT "porudzbine_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "porudzbine_zemlja" CHECK ("porudzbine"."zemlja" in ('RS', 'CG')),
	CONSTRAINT "porudzbine_valuta" CHECK (("porudzbine"."zemlja" = 'RS') = ("porudzbine"."valuta" = 'RSD')),
	CONSTRAINT "porudzbine_status" CHECK ("porudzbine"."potvrdjeno" = ("porudzbine"."status" = 'placeno')),
	CONSTRAINT "porudzbine_iznos" CHECK ("porudzbine"."iznos" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"profile_id" uuid,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"product_name" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"delivery" jsonb,
	"checkout_session_id" text,
	"checkout_attempt" integer DEFAULT 1 NOT NULL,
	"terms_version" text,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_checkout_session_id_unique" UNIQUE("checkout_session_id"),
	CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('device', 'package', 'special')),
	CONSTRAINT "orders_amount_positive" CHECK ("orders"."amount" > 0),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'paid', 'cancelled')),
	CONSTRAINT "orders_paid_has_time" CHECK (("orders"."status" = 'paid') = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "fulfilments" (
	"key" text PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"source" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fulfilments_key" CHECK ("fulfilments"."key" ~ '^(cs|in)_')
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"problem" text,
	"payload" jsonb,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vaucerkod" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vaucerkod_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kod" numeric(18, 0) NOT NULL,
	"kol_lbanera" integer NOT NULL,
	"iskoriscen" boolean DEFAULT false NOT NULL,
	"profile_ref" uuid,
	"redeemed_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"batch" uuid,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vaucerkod_kod_unique" UNIQUE("kod"),
	CONSTRAINT "vaucerkod_counts" CHECK ("vaucerkod"."kol_lbanera" > 0),
	CONSTRAINT "vaucerkod_used_has_time" CHECK ("vaucerkod"."iskoriscen" = ("vaucerkod"."redeemed_at" is not null)),
	CONSTRAINT "vaucerkod_used_or_void" CHECK (not ("vaucerkod"."iskoriscen" and "vaucerkod"."voided_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"actor_email" text,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"ip" text,
	"request_id" uuid
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mails_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"to" text NOT NULL,
	"template" text NOT NULL,
	"props" jsonb NOT NULL,
	"subject" text,
	"html" text,
	"text" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"once_key" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_number_unique" UNIQUE("number"),
	CONSTRAINT "mails_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
ALTER TABLE "auth"."mfa_challenges" ADD CONSTRAINT "mfa_challenges_factor_id_mfa_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "auth"."mfa_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."mfa_factors" ADD CONSTRAINT "mfa_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qrlogin" ADD CONSTRAINT "qrlogin_user_ref_profiles_id_fk" FOREIGN KEY ("user_ref") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vaucerkod" ADD CONSTRAINT "vaucerkod_profile_ref_profiles_id_fk" FOREIGN KEY ("profile_ref") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acceptances_user" ON "acceptances" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mfa_factors_user" ON "auth"."mfa_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_user_kind" ON "auth"."one_time_tokens" USING btree ("user_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_link" ON "auth"."one_time_tokens" USING btree ("link_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_email_unique" ON "profiles" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_username_unique" ON "profiles" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_referral_code_unique" ON "profiles" USING btree ("referral_code");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_stripe_customer_unique" ON "profiles" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_path_unique" ON "profiles" USING btree ("path");--> statement-breakpoint
CREATE INDEX "profiles_newest" ON "profiles" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "profiles_waiting" ON "profiles" USING btree ("created_at" DESC NULLS LAST) WHERE "profiles"."toberegistered";--> statement-breakpoint
CREATE INDEX "profiles_parent" ON "profiles" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_code" ON "auth"."recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "auth"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_refreshed" ON "auth"."sessions" USING btree ("refreshed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "auth"."users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "ledger_of_person" ON "ledger" USING btree ("profile_id","unit","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_once" ON "ledger" USING btree ("unit","reason","reference") WHERE "ledger"."reason" in ('package', 'voucher', 'refund');--> statement-breakpoint
CREATE INDEX "packages_newest" ON "packages" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "packages_of_person" ON "packages" USING btree ("profile_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_of_person" ON "subscriptions" USING btree ("profile_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "qrlogin_expires" ON "qrlogin" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "porudzbine_newest" ON "porudzbine" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "porudzbine_of_email" ON "porudzbine" USING btree ("email");--> statement-breakpoint
CREATE INDEX "porudzbine_of_package" ON "porudzbine" USING btree ("selektovan_paket");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_of_person" ON "orders" USING btree ("profile_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_of_email" ON "orders" USING btree ("email");--> statement-breakpoint
CREATE INDEX "stripe_events_problems" ON "stripe_events" USING btree ("received_at" DESC NULLS LAST) WHERE "stripe_events"."problem" is not null;--> statement-breakpoint
CREATE INDEX "vaucerkod_newest" ON "vaucerkod" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "vaucerkod_of_person" ON "vaucerkod" USING btree ("profile_ref");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("to");