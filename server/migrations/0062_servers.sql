CREATE TABLE "servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"release" text NOT NULL,
	"migration" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
