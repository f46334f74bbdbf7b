CREATE TABLE "fiscal_receipts" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"entered_by" uuid,
	"entered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fiscal_receipts_kind" CHECK ("fiscal_receipts"."kind" in ('receipt', 'sef', 'not_in_sef')),
	CONSTRAINT "fiscal_receipts_number" CHECK (("fiscal_receipts"."kind" = 'not_in_sef') = ("fiscal_receipts"."number" = ''))
);
--> statement-breakpoint
CREATE TABLE "shipment_boxes" (
	"shipment_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"grams" integer NOT NULL,
	CONSTRAINT "shipment_boxes_shipment_id_n_pk" PRIMARY KEY("shipment_id","n"),
	CONSTRAINT "shipment_boxes_grams" CHECK ("shipment_boxes"."grams" > 0)
);
--> statement-breakpoint
CREATE TABLE "shipment_devices" (
	"shipment_id" uuid NOT NULL,
	"box" integer NOT NULL,
	"position" integer NOT NULL,
	"serial" text NOT NULL,
	"counted" boolean NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	CONSTRAINT "shipment_devices_shipment_id_position_pk" PRIMARY KEY("shipment_id","position"),
	CONSTRAINT "shipment_devices_serial" CHECK ("shipment_devices"."serial" ~ '^VDK-[0-9]{2}-[0-9]{6}$')
);
--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "packed_by" uuid;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "labels_printed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_entered_by_profiles_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_boxes" ADD CONSTRAINT "shipment_boxes_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_devices" ADD CONSTRAINT "shipment_devices_box" FOREIGN KEY ("shipment_id","box") REFERENCES "public"."shipment_boxes"("shipment_id","n") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipts_once" ON "fiscal_receipts" USING btree ("kind","number") WHERE "fiscal_receipts"."number" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_devices_live" ON "shipment_devices" USING btree ("serial") WHERE "shipment_devices"."live";--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_packed_by_profiles_id_fk" FOREIGN KEY ("packed_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "shipments" VALIDATE CONSTRAINT "shipments_packed_by_profiles_id_fk";--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree (coalesce("paid_at", "created_at"),"id") WHERE "orders"."fulfilment_state" = 'new';--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_token_unique" UNIQUE("token");--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_delivered" CHECK ("shipments"."delivered_at" is null or "shipments"."state" = 'delivered') NOT VALID;--> statement-breakpoint
ALTER TABLE "shipments" VALIDATE CONSTRAINT "shipments_delivered";
