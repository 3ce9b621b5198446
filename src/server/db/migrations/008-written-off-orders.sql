-- An order of which the rest was written off is paid. Its status was "partially_paid", so it stayed among the unpaid orders and never came up to be shipped.
create table written_off_orders (
  id text not null primary key
);
insert into written_off_orders
select id from orders
where payment_status = 'partially_paid' and status <> 'draft' and refunded_minor + dispute_offset_minor = 0
  and captured_minor + granted_minor >= total_minor;
insert into order_counts (currency, status, payment_status, fulfillment_status, archived, order_count)
select currency, status, 'paid', fulfillment_status, archived, count(*)
from orders
where id in (select id from written_off_orders)
group by currency, status, fulfillment_status, archived
on conflict (currency, status, payment_status, fulfillment_status, archived)
do update set order_count = order_counts.order_count + excluded.order_count;
insert into order_counts (currency, status, payment_status, fulfillment_status, archived, order_count)
select currency, status, 'partially_paid', fulfillment_status, archived, -count(*)
from orders
where id in (select id from written_off_orders)
group by currency, status, fulfillment_status, archived
on conflict (currency, status, payment_status, fulfillment_status, archived)
do update set order_count = order_counts.order_count + excluded.order_count;
update orders set payment_status = 'paid' where id in (select id from written_off_orders);
drop table written_off_orders;
