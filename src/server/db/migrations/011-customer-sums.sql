-- What the orders of each customer add up to, by currency, so that the page of a customer with many orders reads none of them. By the customer that an order
-- itself has, so merging customers moves nothing. All orders count, also drafts and cancelled ones; spent is what was captured less what was refunded.
create table customer_sums (
  customer_number text not null references customers (number),
  currency text not null,
  order_count bigint not null,
  spent_minor bigint not null,
  primary key (customer_number, currency)
);
insert into customer_sums (customer_number, currency, order_count, spent_minor)
select customer_number, currency, count(*), sum(captured_minor - refunded_minor)
from orders
where customer_number is not null
group by customer_number, currency;
