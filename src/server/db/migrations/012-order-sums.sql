-- With the total, so that the sum of the orders of a part of a day, as on the home page, reads the index alone.
drop index orders_by_currency;
create index orders_by_currency on orders (archived, currency, status, payment_status, fulfillment_status, placed_at, key, total_minor);
