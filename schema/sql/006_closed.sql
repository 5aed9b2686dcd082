-- Tables that were closed without a finished game are removed after some days; this finds them.

CREATE INDEX tables_closed ON tables (updated) WHERE state = 'closed';
