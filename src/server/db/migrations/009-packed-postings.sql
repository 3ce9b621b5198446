-- The orders of each frequent word in a part of the token index, packed into one row (packed-postings.ts), so that several words are intersected with few reads.
-- They are made in the background for parts that new orders are not in any more: `packed` is 1 for a part that has them, and 0 or the number of an attempt otherwise.
alter table token_parts add column packed bigint not null default 0;
create table packed_postings (
  token text not null,
  part bigint not null,
  order_keys text not null,
  primary key (token, part)
);
create index packed_postings_by_part on packed_postings (part);
