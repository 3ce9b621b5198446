-- With all columns that the conditions of the list of customers are about, so that looking through many customers for few that match reads the index alone.
-- A new order mostly changes both columns, so hardly more is written.
drop index customers_by_orders;
drop index customers_by_last_order;
create index customers_by_orders on customers (order_count, number, last_order_at, merged_into, removed_at, erased_at) where merged_into is null and removed_at is null;
create index customers_by_last_order on customers (last_order_at, number, order_count, merged_into, removed_at, erased_at) where merged_into is null and removed_at is null;
