-- Counted attempts may be lost in a crash; without a write-ahead log, counting one costs no wait for the disk.
ALTER TABLE auth.throttles SET UNLOGGED;
