-- The payment status follows from what the customer owes: an order of which something was refunded is not settled while they owe the rest, and one of which
-- the rest was written off is paid.
create table new_payment_statuses (
  id text not null primary key,
  payment_status text not null
);
insert into new_payment_statuses
select id,
  case
    when balance <= 0 and refunded > 0 and refunded = captured_minor then 'refunded'
    when balance <= 0 and refunded > 0 then 'partially_refunded'
    when status = 'cancelled' and captured_minor = 0 then 'voided'
    when balance <= 0 and captured_minor > total_minor then 'overpaid'
    when balance <= 0 and captured_minor >= total_minor - granted_minor and status <> 'draft' then 'paid'
    when captured_minor > refunded then 'partially_paid'
    when balance > 0 and authorized_minor >= balance then 'authorized'
    when authorized_minor > 0 then 'partially_authorized'
    else 'unpaid'
  end
from (
  select id, status, total_minor, granted_minor, captured_minor, authorized_minor,
    refunded_minor + dispute_offset_minor as refunded,
    case when status = 'cancelled' then 0 else total_minor - granted_minor end
      - captured_minor + refunded_minor + dispute_offset_minor as balance
  from orders
  where refunded_minor > 0 or dispute_offset_minor > 0 or granted_minor > 0
) as settled;
delete from new_payment_statuses
where payment_status = (select orders.payment_status from orders where orders.id = new_payment_statuses.id);
insert into order_counts (currency, status, payment_status, fulfillment_status, archived, order_count)
select currency, status, changed.payment_status, fulfillment_status, archived, count(*)
from orders join new_payment_statuses as changed on changed.id = orders.id
where true
group by currency, status, changed.payment_status, fulfillment_status, archived
on conflict (currency, status, payment_status, fulfillment_status, archived)
do update set order_count = order_counts.order_count + excluded.order_count;
insert into order_counts (currency, status, payment_status, fulfillment_status, archived, order_count)
select currency, status, orders.payment_status, fulfillment_status, archived, -count(*)
from orders join new_payment_statuses as changed on changed.id = orders.id
where true
group by currency, status, orders.payment_status, fulfillment_status, archived
on conflict (currency, status, payment_status, fulfillment_status, archived)
do update set order_count = order_counts.order_count + excluded.order_count;
update orders set
  payment_status = (select changed.payment_status from new_payment_statuses as changed where changed.id = orders.id)
where id in (select id from new_payment_statuses);
drop table new_payment_statuses;
