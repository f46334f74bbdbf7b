CREATE TABLE "auth"."known_networks" (
	"user_id" uuid NOT NULL,
	"network" "bytea" NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_networks_user_id_network_pk" PRIMARY KEY("user_id","network")
);
--> statement-breakpoint
ALTER TABLE "auth"."known_networks" ADD CONSTRAINT "known_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_networks_entered" ON "auth"."known_networks" USING btree ("entered_at");