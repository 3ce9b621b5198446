-- What the list of customers is sorted and filtered by. Customers who were merged into others have none of it.
-- The name in their profile or on their newest order in plain letters, Chinese names in pinyin.
alter table customers add column name_sort_key text not null default '';
-- Their orders that are neither drafts nor cancelled, with those of customers merged into them, and when the newest was placed: 0 without one.
alter table customers add column order_count bigint not null default 0;
alter table customers add column last_order_at bigint not null default 0;
-- With the columns of their conditions, which SQLite would otherwise read from each row.
create index customers_by_name on customers (name_sort_key, number, merged_into, removed_at) where merged_into is null and removed_at is null;
create index customers_by_orders on customers (order_count, number, merged_into, removed_at) where merged_into is null and removed_at is null;
create index customers_by_last_order on customers (last_order_at, number, merged_into, removed_at) where merged_into is null and removed_at is null;
create index customers_erased on customers (number) where erased_at is not null and merged_into is null and removed_at is null;
