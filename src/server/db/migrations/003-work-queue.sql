-- The work queue: the orders of the tab "To ship", by assignee.
create index orders_to_ship on orders (assignee_id, placed_at, key)
where archived = 0
  and status in ('open')
  and payment_status in ('paid', 'overpaid', 'partially_refunded', 'authorized')
  and fulfillment_status in ('unfulfilled', 'partially_fulfilled');
