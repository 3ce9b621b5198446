-- The lines that a bank has changed, of which most accounts have none: then no open line needs to be asked for others with its number (superseded-query.ts).
create index statement_lines_changed on statement_lines (account_id) where version > 1;
