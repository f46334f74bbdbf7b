-- Whoever takes a device over has changes of its region of their own; when that was.
ALTER TABLE "licences" ADD COLUMN "changes_since" timestamp with time zone;
