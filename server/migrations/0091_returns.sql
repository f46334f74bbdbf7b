CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"kind" text NOT NULL,
	"way" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"serials" text[] NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"label" text,
	"outcome" text,
	"resolution" text DEFAULT '' NOT NULL,
	"refund_id" uuid,
	"task_id" uuid,
	CONSTRAINT "returns_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "returns_kind" CHECK ("returns"."kind" in ('withdrawal', 'complaint')),
	CONSTRAINT "returns_way" CHECK ("returns"."way" in ('label', 'own')),
	CONSTRAINT "returns_state" CHECK ("returns"."state" in ('requested', 'label_sent', 'received', 'decided', 'done', 'called_off')),
	CONSTRAINT "returns_outcome" CHECK ("returns"."outcome" in ('money', 'repaired', 'rejected')),
	CONSTRAINT "returns_devices" CHECK (cardinality("returns"."serials") > 0),
	CONSTRAINT "returns_decided" CHECK ("returns"."state" not in ('decided', 'done') or "returns"."outcome" is not null),
	CONSTRAINT "returns_money" CHECK (("returns"."outcome" = 'money') = ("returns"."refund_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund_id_order_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."order_refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "returns_once" ON "returns" USING btree ("order_id","n");--> statement-breakpoint
CREATE INDEX "returns_of_task" ON "returns" USING btree ("task_id");--> statement-breakpoint
CREATE TRIGGER moves BEFORE UPDATE OF state ON returns FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION check_move('requested>label_sent', 'requested>received', 'requested>called_off', 'label_sent>received',
    'label_sent>called_off', 'received>decided', 'received>done', 'decided>done');
--> statement-breakpoint
CREATE TRIGGER tell_topic AFTER INSERT OR UPDATE OR DELETE ON returns FOR EACH STATEMENT EXECUTE FUNCTION tell_topic('orders');
