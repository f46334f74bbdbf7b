-- A payment's key is whatever its provider calls the payment page or the invoice.
ALTER TABLE "fulfilments" DROP CONSTRAINT "fulfilments_key";
--> statement-breakpoint
UPDATE stripe_events SET problem = 'UNKNOWN_TO_PROVIDER' WHERE problem = 'UNKNOWN_TO_STRIPE';
