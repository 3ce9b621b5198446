-- Written once for both databases. The words `text`, `bigint`, `integer` and `append only TABLE;` are spelled out by each adapter
-- (sqlite.ts: STRICT tables; postgres.ts: collation C). Amounts are minor units, times epoch milliseconds, days YYYY-MM-DD of the book's zone.

create table book (
  id integer not null primary key check (id = 1),
  time_zone text not null,
  currency text not null,
  created_at bigint not null,
  head_seq bigint not null default 0,
  head_hash text not null default ''
);

create table counters (
  key text not null primary key,
  value bigint not null
);

create table users (
  id text not null primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  role text check (role in ('owner', 'admin', 'finance', 'operations', 'viewer')),
  status text not null check (status in ('pending', 'active', 'suspended', 'archived')),
  password_hash text not null,
  locale text not null check (locale in ('en', 'zh')),
  created_at bigint not null,
  approved_by text references users (id),
  approved_at bigint,
  last_seen_at bigint,
  version integer not null default 1,
  check (status <> 'active' or role is not null)
);

create table sessions (
  id text not null primary key,
  user_id text not null references users (id),
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  revoke_reason text check (revoke_reason in ('logout', 'suspended')),
  ip text not null,
  user_agent text not null
);
create index sessions_by_user on sessions (user_id, revoked_at);

create table setup_links (
  token_hash text not null primary key,
  expires_at bigint not null,
  used_at bigint
);

create table throttles (
  key text not null primary key,
  failures integer not null,
  blocked_until bigint not null,
  updated_at bigint not null
);

create table orders (
  id text not null primary key,
  number text not null unique,
  source text not null,
  external_id text not null,
  external_number text not null,
  status text not null check (status in ('draft', 'pending', 'open', 'on_hold', 'completed', 'cancelled')),
  payment_status text not null,
  fulfillment_status text not null,
  currency text not null,
  subtotal_minor bigint not null,
  discount_minor bigint not null check (discount_minor >= 0),
  shipping_minor bigint not null check (shipping_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  taxes_included integer not null check (taxes_included in (0, 1)),
  total_minor bigint not null check (total_minor >= 0),
  authorized_minor bigint not null default 0 check (authorized_minor >= 0),
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  granted_minor bigint not null default 0 check (granted_minor >= 0),
  customer_name text not null,
  place text not null,
  item_count bigint not null,
  placed_at bigint not null,
  cancelled_at bigint,
  imported_at bigint,
  created_at bigint not null,
  version integer not null default 1,
  email text not null,
  phone text not null,
  shipping_address text not null,
  billing_address text not null,
  note text not null,
  shipping_method text not null,
  discount_code text not null,
  unique (source, external_id),
  check (total_minor = subtotal_minor + shipping_minor + (1 - taxes_included) * tax_minor),
  check (refunded_minor <= captured_minor),
  check (granted_minor <= total_minor),
  check ((status = 'cancelled') = (cancelled_at is not null))
);
create index orders_newest on orders (placed_at, id);
create index orders_by_status on orders (status, placed_at, id);
create index orders_by_payment on orders (payment_status, placed_at, id);
create index orders_by_fulfillment on orders (fulfillment_status, placed_at, id);
-- What the first page counts.
create index orders_by_currency on orders (currency, placed_at, status);
-- What the tabs count, and the oldest of it.
create index orders_by_state on orders (status, fulfillment_status, payment_status, placed_at);

create table order_lines (
  order_id text not null references orders (id),
  position integer not null,
  sku text not null,
  name text not null,
  quantity bigint not null check (quantity between 1 and 1000000),
  shipped_quantity bigint not null default 0,
  requires_shipping integer not null check (requires_shipping in (0, 1)),
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0),
  total_minor bigint not null,
  primary key (order_id, position),
  check (shipped_quantity between 0 and quantity),
  check (total_minor = quantity * unit_price_minor - discount_minor)
);

-- The words that find an order, cut by our own code: numbers begin with #, everything else is personal.
create table order_tokens (
  token text not null,
  order_id text not null references orders (id),
  primary key (token, order_id)
);

create table order_ingests (
  order_id text not null primary key references orders (id),
  hash text not null,
  payload text not null
);

create table payments (
  id text not null primary key,
  number text not null unique,
  order_id text not null references orders (id),
  provider text not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  captured_minor bigint not null check (captured_minor between 0 and amount_minor),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and captured_minor),
  captured_at bigint not null,
  created_at bigint not null
);
create index payments_by_order on payments (order_id);

create table refunds (
  id text not null primary key,
  number text not null unique,
  order_id text not null references orders (id),
  payment_id text not null references payments (id),
  kind text not null check (kind in ('allowance', 'balance')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  refunded_at bigint not null,
  created_at bigint not null
);
create index refunds_by_order on refunds (order_id);
create index refunds_by_payment on refunds (payment_id);

create table shipments (
  id text not null primary key,
  number text not null unique,
  order_id text not null references orders (id),
  carrier text not null,
  tracking_number text not null,
  shipped_at bigint not null,
  created_at bigint not null,
  created_by text references users (id)
);
create index shipments_by_order on shipments (order_id);

create table shipment_lines (
  shipment_id text not null references shipments (id),
  order_id text not null,
  position integer not null,
  quantity bigint not null check (quantity > 0),
  primary key (shipment_id, position),
  foreign key (order_id, position) references order_lines (order_id, position)
);

create table events (
  id text not null primary key,
  at bigint not null,
  action text not null,
  actor_id text references users (id),
  actor_name text,
  object_type text not null check (object_type in ('order', 'user', 'import')),
  object_id text not null,
  object_label text not null,
  parameters text not null,
  request_id text not null,
  ip text not null
);
create index events_by_object on events (object_type, object_id, at);
-- The home page's latest events: an import is told once, not once for each of its orders, and who came in is not told at all.
create index events_told on events (at, id)
  where action <> 'order.imported' and action <> 'user.logged_in' and action <> 'user.log_in_refused';
append only events;

create table ledger_accounts (
  id text not null primary key,
  code text not null unique,
  role text not null,
  provider text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  currency text not null,
  own integer not null check (own in (0, 1)),
  balance_minor bigint not null default 0,
  posting_count bigint not null default 0,
  unique (role, provider, currency)
);

create table ledger_entries (
  seq bigint not null primary key,
  kind text not null,
  accounting_day text not null,
  occurred_at bigint not null,
  created_at bigint not null,
  memo text not null,
  actor_id text references users (id),
  actor_name text,
  source text not null,
  external_id text not null,
  reverses bigint unique references ledger_entries (seq),
  posting_count integer not null check (posting_count >= 2),
  previous_hash text not null,
  hash text not null,
  unique (source, external_id)
);
create index ledger_entries_by_day on ledger_entries (accounting_day, occurred_at, seq);
create index ledger_entries_by_kind on ledger_entries (kind, accounting_day, occurred_at, seq);
create index ledger_entries_by_time on ledger_entries (occurred_at);
append only ledger_entries;

create table ledger_postings (
  account_id text not null references ledger_accounts (id),
  account_seq bigint not null,
  entry_seq bigint not null references ledger_entries (seq),
  position integer not null,
  amount_minor bigint not null check (amount_minor <> 0 and amount_minor between -9007199254740991 and 9007199254740991),
  balance_minor bigint not null,
  primary key (account_id, account_seq),
  unique (entry_seq, position)
);
append only ledger_postings;

create table ledger_links (
  entry_seq bigint not null references ledger_entries (seq),
  type text not null check (type in ('order', 'payment', 'refund')),
  object_id text not null,
  number text not null,
  primary key (entry_seq, type, object_id)
);
create index ledger_links_by_object on ledger_links (type, object_id);
append only ledger_links;

-- Sums by account, accounting day and kind, written with each entry: summaries read these and never the postings.
create table ledger_day_totals (
  account_id text not null references ledger_accounts (id),
  accounting_day text not null,
  kind text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  posting_count bigint not null,
  primary key (account_id, accounting_day, kind)
);
create index ledger_day_totals_by_day on ledger_day_totals (accounting_day);
