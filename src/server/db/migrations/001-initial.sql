-- One schema for both databases. `text`, `bigint`, `integer`, `append only TABLE [except TABLE] [key COLUMN];` and `open days only TABLE;` are translated by the adapters
-- (sqlite.ts: strict tables; postgres.ts: collation C). Amounts are minor units, times are epoch milliseconds, days are YYYY-MM-DD in the book's time zone.
-- Which words a column may hold (roles, statuses, kinds) is decided by the types and zod schemas in src/shared: a CHECK cannot be widened
-- on SQLite without rebuilding the table. Constraints and triggers guard what must never be wrong, above all money; each has a name.

create table book (
  id integer not null primary key,
  time_zone text not null,
  currency text not null,
  created_at bigint not null,
  head_seq bigint not null default 0,
  head_hash text not null default '',
  -- The last day of the last closed month, empty before the first close, and the last entry when it was closed.
  closed_through text not null default '',
  closed_seq bigint not null default 0,
  constraint book_is_single check (id = 1)
);

create table counters (
  key text not null primary key,
  value bigint not null
);

-- The roles that the company made, and the built-in ones whose limits it set: those have no name, and their permissions are in the program.
create table roles (
  id text not null primary key,
  name text not null,
  -- As names are compared: two roles cannot have the same one.
  name_key text not null,
  description text not null,
  -- A JSON list of permissions; null for a built-in role.
  permissions text,
  -- Minor units of the book's currency; null is any amount.
  refund_limit_minor bigint,
  daily_refund_limit_minor bigint,
  discount_limit_minor bigint,
  daily_discount_limit_minor bigint,
  write_off_limit_minor bigint,
  manual_entry_limit_minor bigint,
  daily_manual_entry_limit_minor bigint,
  -- Since when those who have the role need a second factor; null if they do not.
  second_factor_since bigint,
  created_at bigint not null,
  version integer not null default 1,
  constraint roles_name_unique unique (name_key),
  constraint roles_limits_not_negative check (
    coalesce(refund_limit_minor, 0) >= 0 and coalesce(daily_refund_limit_minor, 0) >= 0 and
    coalesce(discount_limit_minor, 0) >= 0 and coalesce(daily_discount_limit_minor, 0) >= 0 and coalesce(write_off_limit_minor, 0) >= 0 and
    coalesce(manual_entry_limit_minor, 0) >= 0 and coalesce(daily_manual_entry_limit_minor, 0) >= 0
  )
);

create table users (
  id text not null primary key,
  email text not null,
  email_key text not null,
  name text not null,
  -- Lower-case, without accents, Chinese in pinyin: the order of people is the same on both databases.
  name_sort_key text not null,
  -- The id of a role: of a row of `roles`, or of a built-in one.
  role text,
  status text not null,
  locale text not null,
  created_at bigint not null,
  approved_by text references users (id),
  approved_at bigint,
  last_seen_at bigint,
  -- The kinds of mail that the user does not want, separated by spaces.
  muted_mails text not null default '',
  -- In which times are shown to the user; empty for that of the books.
  time_zone text not null default '',
  version integer not null default 1,
  constraint users_email_unique unique (email_key),
  constraint users_active_have_role check (status <> 'active' or role is not null)
);
create index users_by_name on users (name_sort_key, name, id);
-- The access requests, with which the list of staff begins.
create index users_pending on users (created_at, id) where status = 'pending';

-- Imports of statements that are running, for the progress that people see.
create table statement_imports (
  id text not null primary key,
  user_id text not null references users (id),
  file_name text not null,
  percent integer not null,
  updated_at bigint not null
);

-- How a user sees a list: the ids of its columns, separated by spaces, and the density of its rows, empty for that of the list; without a row as the list declares it.
create table list_columns (
  user_id text not null references users (id),
  list text not null,
  -- Null for the columns of the list.
  columns text,
  -- As `customer:240 total:96`, in pixels at a font size of 16 px.
  widths text not null,
  density text not null,
  primary key (user_id, list)
);

-- Filters of lists with a name, as the query of their URL: those of a user, or shared with everyone who may see the list.
create table list_views (
  id text not null primary key,
  list text not null,
  name text not null,
  query text not null,
  owner_id text not null references users (id),
  shared integer not null,
  -- The columns, their widths and the density that it is shown with; null for those of each user.
  columns text,
  widths text,
  density text,
  created_at bigint not null,
  constraint list_views_shared_is_flag check (shared in (0, 1))
);
create index list_views_by_list on list_views (list, owner_id);

-- The view with which a user's navigation opens a list.
create table default_views (
  user_id text not null references users (id),
  list text not null,
  view_id text not null references list_views (id),
  primary key (user_id, list)
);

-- What a user proves their identity with. Kinds: password, totp, recovery, passkey, oidc. A user may have none or several.
create table credentials (
  id text not null primary key,
  user_id text not null references users (id),
  kind text not null,
  -- Who knows the user as `subject`: the issuer of an identity provider, the relying party of a passkey; empty for the other kinds.
  issuer text not null,
  -- The user's id at the issuer, or the id of the passkey; null for the other kinds.
  subject text,
  -- The hash of a password or recovery code, the encrypted secret of an authenticator app, the public key of a passkey; empty for oidc.
  secret text not null,
  -- The name that the user gave it: "Work laptop".
  label text not null,
  -- JSON. `counter`: the time step of the last code of an authenticator app, or the signature counter of a passkey; `transports` of a passkey.
  details text not null,
  created_at bigint not null,
  last_used_at bigint,
  constraint credentials_subject_unique unique (kind, issuer, subject)
);
create index credentials_by_user on credentials (user_id, kind);
create unique index credentials_one_password_per_user on credentials (user_id) where kind = 'password';
create unique index credentials_one_totp_per_user on credentials (user_id) where kind = 'totp';

create table sessions (
  id text not null primary key,
  user_id text not null references users (id),
  created_at bigint not null,
  -- When its user last proved who they are: at the login, or when asked again.
  verified_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  revoke_reason text,
  ip text not null,
  user_agent text not null,
  -- The user that its own user views the program as, and until when.
  viewed_user_id text references users (id),
  viewed_until bigint
);
create index sessions_by_user on sessions (user_id, revoked_at);

-- What programs send in place of a session. Allows no more than its owner may do.
create table api_tokens (
  id text not null primary key,
  user_id text not null references users (id),
  name text not null,
  -- The beginning of the token, to recognize it by.
  prefix text not null,
  token_hash text not null,
  -- A JSON list of permissions.
  permissions text not null,
  -- A JSON list of addresses and networks that may use it; an empty one is all.
  addresses text not null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  last_used_at bigint,
  -- Empty before the first use.
  last_ip text not null,
  constraint api_tokens_hash_unique unique (token_hash)
);
create index api_tokens_by_user on api_tokens (user_id, id);

-- Links that can be used once, until they expire or are revoked. Kinds: setup (the first owner), reset (a password), invitation.
create table one_time_links (
  token_hash text not null primary key,
  kind text not null,
  -- What the link is for: the user of a reset link, the invitation of an invitation link; null for set-up.
  subject_id text,
  -- The user who made it; null for the program and the operator.
  created_by text references users (id),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  revoked_at bigint
);
create index one_time_links_by_subject on one_time_links (subject_id, kind);

-- Mails that wait to be sent; a mail that was sent, or given up, is deleted. A link in it is made when it is sent.
create table outgoing_mails (
  id text not null primary key,
  kind text not null,
  email text not null,
  locale text not null,
  -- What the link in the mail is for, as in one_time_links; null for a mail without one.
  link_subject_id text,
  -- JSON: the values of its text.
  parameters text not null,
  created_at bigint not null,
  attempts integer not null default 0,
  -- When it is sent, or tried again if the attempt that is under way fails.
  next_attempt_at bigint not null
);
create index outgoing_mails_by_time on outgoing_mails (next_attempt_at);

-- Challenges that passkeys have signed, so that none is accepted twice. Kept until they expire.
create table used_challenges (
  hash text not null primary key,
  expires_at bigint not null
);

-- People who were asked to register. Their links are in one_time_links.
create table invitations (
  id text not null primary key,
  email text not null,
  email_key text not null,
  -- Empty if the inviter gave none.
  name text not null,
  role text not null,
  created_at bigint not null,
  created_by text not null references users (id),
  -- When the newest link expires.
  expires_at bigint not null,
  accepted_at bigint,
  -- The account that came of it.
  user_id text references users (id),
  revoked_at bigint,
  version integer not null default 1,
  constraint invitations_accepted_have_user check ((accepted_at is null) = (user_id is null)),
  constraint invitations_accepted_or_revoked check (accepted_at is null or revoked_at is null)
);
create index invitations_newest on invitations (created_at, id);
create index invitations_by_email on invitations (email_key);

create table throttles (
  key text not null primary key,
  failures integer not null,
  blocked_until bigint not null,
  updated_at bigint not null
);

-- Requests that were sent with an idempotency key, so that a repetition gets the same answer without a second effect. A key is claimed
-- together with the effect of its request, and kept for ever; its answer for 7 days.
create table idempotency_keys (
  user_id text not null references users (id),
  key text not null,
  request_hash text not null,
  -- Both null until the request has been answered; the answer also once it is no longer kept. From 400 on the request was refused.
  answer_status integer,
  answer text,
  created_at bigint not null,
  primary key (user_id, key)
);
create index idempotency_keys_with_answer on idempotency_keys (created_at) where answer is not null;

-- The people and companies who buy. What they are called, and how to reach them, is on their orders: the newest one is right.
create table customers (
  number text not null,
  -- The customer that this one was merged into; its orders keep their own customer.
  merged_into text references customers (number),
  erased_at bigint,
  -- When the undo of an import removed it; its number stays taken.
  removed_at bigint,
  version integer not null default 1,
  primary key (number),
  constraint customers_not_merged_into_self check (merged_into is null or merged_into <> number)
);
create index customers_by_merged_into on customers (merged_into) where merged_into is not null;

-- Imports of orders and customers from files, from the first ones on.
create table imports (
  -- `IM260315-00001`.
  number text not null primary key,
  -- `orders` or `customers`.
  kind text not null default 'orders',
  file_name text not null,
  -- The system that its orders come from.
  source text not null,
  -- Identifies tables with the same headings, and what a person said about their columns; empty for known formats.
  headings_hash text not null default '',
  mapping text not null default '',
  -- Null for the operator.
  user_id text references users (id),
  started_at bigint not null,
  -- Null while it runs, and for one whose server stopped.
  ended_at bigint,
  read_count bigint not null default 0,
  created_count bigint not null default 0,
  unchanged_count bigint not null default 0,
  updated_count bigint not null default 0,
  refused_count bigint not null default 0,
  -- The job that it runs as, which may be gone; null for one that ran in its request or command.
  job_id text,
  -- The job that undoes it, which may be gone. From `undo_started_at` on nothing else changes its orders.
  undo_job_id text,
  undo_user_id text references users (id),
  undo_started_at bigint,
  undone_at bigint,
  constraint imports_undone_was_started check (undone_at is null or undo_started_at is not null)
);
create index imports_newest on imports (started_at, number);
create index imports_by_headings on imports (headings_hash, started_at, number) where headings_hash <> '';

create table orders (
  -- A whole number in place of the id where there are many rows for each order; SQLite stores the orders by it. It is made of the number,
  -- toOrderKey, so it follows the days on which orders were placed.
  key bigint not null primary key,
  id text not null,
  number text not null,
  source text not null,
  external_id text not null,
  external_number text not null,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  currency text not null,
  subtotal_minor bigint not null,
  discount_minor bigint not null,
  shipping_minor bigint not null,
  tax_minor bigint not null,
  taxes_included integer not null,
  -- The tax by rate, as a JSON list of name, rate in percent, amount and revenue: the sums of the lines and of shipping. Where the rates of
  -- these are not known, it is what the shop named, without the revenue.
  tax_lines text not null default '[]',
  shipping_tax_rate text not null default '',
  shipping_tax_minor bigint not null default 0,
  total_minor bigint not null,
  authorized_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  -- Refunds that are requested or being paid out: reserved, so that together they never exceed what was captured.
  refund_pending_minor bigint not null default 0,
  granted_minor bigint not null default 0,
  -- Disputes that are open and those that were lost, and what of these made up for money that was owed to the customer.
  dispute_open_minor bigint not null default 0,
  dispute_lost_minor bigint not null default 0,
  dispute_offset_minor bigint not null default 0,
  customer_name text not null,
  -- What the list sorts the customers by: the name in plain letters, Chinese names in pinyin.
  customer_sort_key text not null,
  place text not null,
  item_count bigint not null,
  placed_at bigint not null,
  cancelled_at bigint,
  -- 1: done with, hidden from lists unless asked for.
  archived integer not null default 0,
  imported_at bigint,
  created_at bigint not null,
  -- When anything of it changed last, notes and files included.
  changed_at bigint not null,
  version integer not null default 1,
  email text not null,
  phone text not null,
  shipping_address text not null,
  billing_address text not null,
  note text not null,
  shipping_method text not null,
  discount_code text not null,
  -- Set while the order is on hold; the day on which it is released is empty if someone has to.
  hold_reason text not null default '',
  hold_until text not null default '',
  cancel_reason text not null default '',
  -- Who takes care of the order; set without a new version, like the tags.
  assignee_id text references users (id),
  -- Null without an email address and a phone number.
  customer_number text references customers (number),
  -- The import that it came in with; null for one from staff or the API.
  import_number text references imports (number),
  -- A JSON list of lower-case tags in their order.
  tags text not null default '[]',
  constraint orders_id_unique unique (id),
  constraint orders_number_unique unique (number),
  constraint orders_external_id_unique unique (source, external_id),
  constraint orders_taxes_included_is_flag check (taxes_included in (0, 1)),
  constraint orders_total_adds_up check (total_minor = subtotal_minor + shipping_minor + (1 - taxes_included) * tax_minor),
  constraint orders_amounts_not_negative check (
    discount_minor >= 0 and shipping_minor >= 0 and tax_minor >= 0 and total_minor >= 0 and authorized_minor >= 0
    and captured_minor >= 0 and refunded_minor >= 0 and refund_pending_minor >= 0 and granted_minor >= 0
    and shipping_tax_minor >= 0 and dispute_open_minor >= 0
  ),
  constraint orders_refunded_within_captured check (
    refunded_minor + refund_pending_minor + dispute_open_minor + dispute_lost_minor <= captured_minor
  ),
  constraint orders_offset_within_lost check (dispute_offset_minor between 0 and dispute_lost_minor),
  constraint orders_granted_within_total check (granted_minor <= total_minor),
  constraint orders_cancelled_have_time check ((status = 'cancelled') = (cancelled_at is not null))
);
-- A list reads one range of an index for each combination of statuses that it shows, and merges them by date.
create index orders_newest on orders (archived, placed_at, key);
create index orders_by_status on orders (archived, status, payment_status, fulfillment_status, placed_at, key);
create index orders_by_currency on orders (archived, currency, status, payment_status, fulfillment_status, placed_at, key);
-- For lists in another order than by date: they read these from where the page begins. An order of numbers needs none, because a number begins with its day.
-- That of totals has the time, too: filters by an amount count and sort the orders of a range of it without their rows.
create index orders_by_total on orders (archived, currency, total_minor, key, placed_at);
create index orders_by_customer on orders (archived, customer_sort_key, key);
create index orders_by_end_of_hold on orders (hold_until) where hold_until <> '';

-- Orders that the undo of their import has removed with everything that belonged to them. Their events stay, and their entries are reversed.
create table removed_orders (
  order_id text not null primary key,
  number text not null,
  import_number text not null references imports (number),
  source text not null,
  external_id text not null,
  constraint removed_orders_number_unique unique (number)
);
create index removed_orders_by_import on removed_orders (import_number, number);
create index removed_orders_by_external_id on removed_orders (source, external_id);
append only removed_orders;

-- How many orders there are of each currency and combination of statuses, without the changes that are not merged yet.
create table order_counts (
  currency text not null,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  archived integer not null,
  order_count bigint not null,
  primary key (currency, status, payment_status, fulfillment_status, archived)
);

-- The same by the day on which the orders were placed and where they come from, and what they add up to: in millions of minor units and the
-- rest, because the sum of many large orders would be too large for an exact number.
create table order_day_counts (
  currency text not null,
  day text not null,
  status text not null,
  source text not null,
  order_count bigint not null,
  total_millions bigint not null,
  total_rest bigint not null,
  primary key (currency, day, status, source)
);

-- The first order of each customer who has one, with those merged into them: neither a draft nor cancelled. New customers are counted by it.
-- No foreign key to the order, which the self-check compares with the customer's own first one.
create table first_orders (
  customer_number text not null references customers (number),
  order_key bigint not null,
  currency text not null,
  placed_at bigint not null,
  primary key (customer_number),
  constraint first_orders_order_unique unique (order_key)
);
create index first_orders_by_date on first_orders (currency, placed_at);

-- What transactions add to both counts. They only insert here, so that they never wait for each other; the changes are merged soon after.
create table order_count_changes (
  id text not null primary key,
  currency text not null,
  day text not null,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  archived integer not null,
  source text not null,
  change bigint not null,
  total_millions bigint not null,
  total_rest bigint not null
);

-- The id of a line never changes: shipments, refunds and edits refer to it, always with its order. The position only orders the lines on the screen.
create table order_lines (
  id text not null,
  order_id text not null references orders (id),
  position integer not null,
  sku text not null,
  name text not null,
  quantity bigint not null,
  -- What its shipments and returns add up to: shipped in parcels that were not cancelled; of these delivered; of these came back.
  shipped_quantity bigint not null default 0,
  delivered_quantity bigint not null default 0,
  returned_quantity bigint not null default 0,
  requires_shipping integer not null,
  unit_price_minor bigint not null,
  discount_minor bigint not null,
  total_minor bigint not null,
  -- In percent: 0 without tax, empty if it is not known. Derived from the tax of the order where nothing says what the line is taxed at.
  tax_rate text not null default '',
  tax_minor bigint not null default 0,
  tax_is_derived integer not null default 1,
  primary key (order_id, id),
  constraint order_lines_requires_shipping_is_flag check (requires_shipping in (0, 1)),
  constraint order_lines_tax_is_derived_is_flag check (tax_is_derived in (0, 1)),
  constraint order_lines_quantity_in_range check (quantity between 1 and 1000000),
  constraint order_lines_shipped_within_quantity check (shipped_quantity between 0 and quantity),
  constraint order_lines_delivered_within_shipped check (delivered_quantity between 0 and shipped_quantity),
  constraint order_lines_returned_within_shipped check (returned_quantity between 0 and shipped_quantity),
  constraint order_lines_amounts_not_negative check (unit_price_minor >= 0 and discount_minor >= 0 and tax_minor >= 0),
  constraint order_lines_total_adds_up check (total_minor = quantity * unit_price_minor - discount_minor)
);

-- What was sold: an SKU under one name, with the token that orders have of it (product-tokens.ts) and the words that find it. A product that
-- no line has any more stays: nothing finds it.
create table products (
  token text not null primary key,
  sku text not null,
  name text not null
);
create table product_words (
  token text not null references products (token),
  word text not null,
  primary key (token, word)
);
create index product_words_by_word on product_words (word, token);

-- Search tokens, made by search-tokens.ts: those of numbers begin with #, all others but those of filters are personal data. Tokens of
-- products and filters begin with a space (product-tokens.ts, filter-tokens.ts). Each order has some 35, so they refer to its key, and without a
-- foreign key, which is half of the time of an insert on PostgreSQL: the self-check finds tokens without an order. The part keeps the tokens
-- of orders together that came in together (token-parts.ts): 0 for those that are read in the order of the list.
create table order_tokens (
  part bigint not null,
  token text not null,
  placed_at bigint not null,
  order_key bigint not null,
  primary key (order_key, token)
);
-- With the time of the order, which never changes, the orders of a token in a part are found in the order of the list.
create index order_tokens_by_token on order_tokens (part, token, placed_at, order_key);

-- The parts that tokens are in, apart from 0: how many orders there were when each began, and a time before which all of its orders were placed.
-- New orders are in the last one.
create table token_parts (
  part bigint not null primary key,
  orders_before bigint not null,
  placed_before bigint not null
);
insert into token_parts (part, orders_before, placed_before) values (1, 0, 0);

-- By which email addresses (`email:`) and phone numbers (`phone:`) customers are found.
create table customer_contacts (
  contact text not null,
  -- The order that had it first; null for one that only a profile has.
  order_id text references orders (id),
  -- That of the order, so that an import finds it without reading the order, or that of the profile.
  customer_number text not null references customers (number),
  primary key (contact)
);
-- With the customer, because the self-check reads the contacts of all orders.
create index customer_contacts_by_order on customer_contacts (order_id, customer_number);
create index customer_contacts_by_profile on customer_contacts (customer_number) where order_id is null;

-- What is known of a customer without their orders. Orders keep their own names and addresses.
create table customer_profiles (
  customer_number text not null primary key references customers (number),
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  company text not null default '',
  line1 text not null default '',
  line2 text not null default '',
  city text not null default '',
  province text not null default '',
  postcode text not null default '',
  country text not null default '',
  note text not null default '',
  -- `yes`, `no`, or empty if it is not known.
  accepts_marketing text not null default '',
  -- The system that it was imported from and its id there; `kontor` and empty for one that staff entered.
  source text not null default 'kontor',
  external_id text not null default '',
  -- The import that created the customer.
  import_number text references imports (number),
  -- A JSON object: what the last file said, by field. What it still says is no change, so that staff can correct it.
  received text not null default '',
  created_at bigint not null,
  changed_at bigint not null,
  version integer not null default 1
);
create unique index customer_profiles_by_external_id on customer_profiles (source, external_id) where external_id <> '';
-- For lines of files that have neither an id nor a contact.
create index customer_profiles_by_name on customer_profiles (source, name) where external_id = '' and import_number is not null;
create index customer_profiles_by_import on customer_profiles (import_number) where import_number is not null;

-- The words by which customers with a profile are found, as those of orders.
create table customer_tokens (
  customer_number text not null references customers (number),
  token text not null,
  primary key (customer_number, token)
);
create index customer_tokens_by_token on customer_tokens (token, customer_number);

-- What an imported order looked like when it came in (revision 1), and each later version of the shop that was taken over.
create table order_imports (
  order_id text not null references orders (id),
  revision integer not null,
  hash text not null,
  payload text not null,
  -- Named, so that SQLite does not store the rows in the tree of their key: there, each long one takes a page of its own.
  constraint order_imports_key primary key (order_id, revision)
);

-- What staff write on an order. A deleted note has no row. Events keep only the hash of its text, which may be personal.
create table order_notes (
  id text not null primary key,
  order_id text not null references orders (id),
  body text not null,
  -- Goes with the note, so that nothing is left to guess its text from the hash that its events keep.
  salt text not null,
  created_by text not null references users (id),
  created_at bigint not null,
  edited_at bigint,
  struck_by text references users (id),
  struck_at bigint,
  -- How often it was changed, and 1.
  revision integer not null default 1,
  constraint order_notes_struck_have_both check ((struck_by is null) = (struck_at is null))
);
create index order_notes_by_order on order_notes (order_id, created_at, id);

-- Payments, refunds and shipments have two times: when it happened (captured_at, refunded_at, shipped_at) and when Kontor recorded it.

create table payments (
  id text not null primary key,
  number text not null,
  order_id text not null references orders (id),
  provider text not null,
  reference text not null,
  currency text not null,
  amount_minor bigint not null,
  captured_minor bigint not null,
  -- What the payment provider paid of it itself, such as a coupon.
  subsidy_minor bigint not null default 0,
  -- What the provider made of it in another currency, at which rate, and how much of that it took back for refunds; empty and 0 without.
  settlement_currency text not null default '',
  settlement_minor bigint not null default 0,
  settlement_rate text not null default '',
  settlement_refunded_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  refund_pending_minor bigint not null default 0,
  -- Disputes of it that are open or lost: what cannot be refunded.
  disputed_minor bigint not null default 0,
  captured_at bigint not null,
  recorded_at bigint not null,
  -- Null for a payment that was imported.
  created_by text references users (id),
  note text not null default '',
  constraint payments_number_unique unique (number),
  constraint payments_amount_positive check (amount_minor > 0),
  constraint payments_captured_within_amount check (captured_minor between 0 and amount_minor),
  constraint payments_settlement check (
    (settlement_currency = '' and settlement_minor = 0 or settlement_currency <> currency and settlement_minor > 0)
    and settlement_refunded_minor >= 0
  ),
  constraint payments_subsidy_within_captured check (subsidy_minor between 0 and captured_minor),
  constraint payments_refunded_within_captured check (
    refunded_minor >= 0 and refund_pending_minor >= 0 and disputed_minor >= 0
    and refunded_minor + refund_pending_minor + disputed_minor <= captured_minor
  )
);
create index payments_by_order on payments (order_id);

-- Files that staff add to an order. The content is kept here, so that every instance and every backup has it.
create table attachments (
  id text not null primary key,
  order_id text not null references orders (id),
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  -- SHA-256 of the content.
  hash text not null,
  created_by text not null references users (id),
  created_at bigint not null,
  -- The payment that it proves; null for other files.
  payment_id text references payments (id)
);
create index attachments_by_order on attachments (order_id, created_at, id);
create index attachments_by_payment on attachments (payment_id) where payment_id is not null;

-- Uploads that run, and those that were interrupted: their pieces are removed by a later upload.
create table unfinished_uploads (
  attachment_id text not null primary key
);

-- The content in pieces, in Base64. They are written before their attachment, in short transactions.
create table attachment_chunks (
  attachment_id text not null,
  position integer not null,
  content text not null,
  primary key (attachment_id, position)
);

-- Only a refund with the status succeeded has given money back; one that was returned had, until the provider sent it back. The provider is called
-- with a key that never changes for a payout (payoutKeyOf), so that it pays once however often it is called.
create table refunds (
  id text not null primary key,
  number text not null,
  order_id text not null references orders (id),
  payment_id text not null references payments (id),
  status text not null,
  currency text not null,
  amount_minor bigint not null,
  -- The part for shipping; what is neither for shipping nor for lines (refund_lines) is for the order as a whole.
  shipping_minor bigint not null default 0,
  -- The tax in it; of a part for a line, in refund_lines. Rates are in percent; empty if they are not known.
  shipping_tax_rate text not null default '',
  shipping_tax_minor bigint not null default 0,
  -- The part that reduces what the customer owes; the rest was owed to them. Known once it has succeeded.
  granted_minor bigint not null default 0,
  -- What the provider takes back of a payment that it settled in another currency; 0 until that is known, at the latest once it has succeeded.
  settlement_minor bigint not null default 0,
  reason text not null default '',
  -- Null for a refund that was imported.
  requested_by text references users (id),
  decided_by text references users (id),
  decided_at bigint,
  -- Why it was rejected or failed; empty otherwise.
  status_reason text not null default '',
  -- What the provider calls it; empty if it does not say.
  reference text not null default '',
  -- How often the provider was asked to pay it, and since when it has been paying; 0 and null if it never was.
  attempts integer not null default 0,
  started_at bigint,
  refunded_at bigint,
  -- When the provider sent it back for the last time.
  returned_at bigint,
  -- Who paid it out where that is not the provider of the payment: empty, or bank transfer.
  paid_through text not null default '',
  recorded_at bigint not null,
  constraint refunds_number_unique unique (number),
  constraint refunds_of_order unique (order_id, id),
  constraint refunds_amount_positive check (amount_minor > 0),
  constraint refunds_settlement_positive check (settlement_minor >= 0),
  constraint refunds_parts_within_amount check (
    shipping_minor between 0 and amount_minor and granted_minor between 0 and amount_minor
    and shipping_tax_minor between 0 and shipping_minor
  ),
  constraint refunds_succeeded_have_time check (status <> 'succeeded' or refunded_at is not null)
);
create index refunds_by_payment on refunds (payment_id);
create index refunds_by_decision on refunds (decided_by, decided_at) where decided_by is not null;
create index refunds_open on refunds (status, recorded_at) where status in ('requested', 'processing', 'failed', 'returned');

create table refund_lines (
  refund_id text not null,
  order_id text not null,
  line_id text not null,
  quantity bigint not null,
  amount_minor bigint not null,
  tax_rate text not null default '',
  tax_minor bigint not null default 0,
  primary key (refund_id, line_id),
  constraint refund_lines_of_refund foreign key (order_id, refund_id) references refunds (order_id, id),
  constraint refund_lines_of_order foreign key (order_id, line_id) references order_lines (order_id, id),
  constraint refund_lines_quantity_positive check (quantity > 0),
  constraint refund_lines_amount_not_negative check (amount_minor >= 0),
  constraint refund_lines_tax_within_amount check (tax_minor between 0 and amount_minor)
);
create index refund_lines_by_line on refund_lines (order_id, line_id);

-- Chargebacks. The provider took the amount of an open or lost one, and its fee, from the balance.
create table disputes (
  id text not null primary key,
  number text not null,
  order_id text not null references orders (id),
  payment_id text not null references payments (id),
  -- That of the payment, which gives the dispute its reference; empty if it gives none.
  provider text not null,
  reference text not null,
  status text not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  -- Of a payment that is settled in another currency: what the provider took in it, and what it gave back; the fee is in it, too. Empty and 0 otherwise.
  settlement_currency text not null default '',
  settlement_minor bigint not null default 0,
  settlement_returned_minor bigint not null default 0,
  fee_returned integer not null default 0,
  -- The tax in the amount that is no longer due since it was lost.
  tax_minor bigint not null default 0,
  -- What of a lost one made up for money that was owed to the customer, and the tax in it that is due again.
  offset_minor bigint not null default 0,
  offset_tax_minor bigint not null default 0,
  reason text not null,
  cancel_reason text not null default '',
  opened_at bigint not null,
  -- The last day for evidence; empty if the provider does not say.
  respond_by text not null default '',
  closed_at bigint,
  recorded_at bigint not null,
  created_by text not null references users (id),
  constraint disputes_number_unique unique (number),
  constraint disputes_amount_positive check (amount_minor > 0 and fee_minor >= 0),
  constraint disputes_fee_returned_is_flag check (fee_returned in (0, 1)),
  constraint disputes_parts_within_amount check (
    tax_minor between 0 and amount_minor and offset_minor between 0 and amount_minor
    and offset_tax_minor between 0 and tax_minor and offset_tax_minor <= offset_minor
  )
);
create index disputes_by_order on disputes (order_id);
create index disputes_by_payment on disputes (payment_id);
create index disputes_open on disputes (respond_by, number) where status = 'open';
create unique index disputes_one_per_reference on disputes (reference, provider) where reference <> '' and status <> 'cancelled';

create table shipments (
  id text not null primary key,
  number text not null,
  order_id text not null references orders (id),
  carrier text not null,
  tracking_number text not null,
  shipped_at bigint not null,
  recorded_at bigint not null,
  created_by text references users (id),
  delivered_at bigint,
  cancelled_at bigint,
  cancel_reason text not null default '',
  constraint shipments_number_unique unique (number),
  constraint shipments_of_order unique (order_id, id),
  constraint shipments_delivered_or_cancelled check (delivered_at is null or cancelled_at is null)
);

-- Carriers that users added to those that every installation knows (src/shared/orders/carriers.ts). Shipments have the name only.
create table carriers (
  id text not null primary key,
  name text not null,
  name_key text not null,
  tracking_url text not null,
  created_at bigint not null,
  created_by text references users (id),
  constraint carriers_name_unique unique (name_key)
);

-- Written with their shipment, so they have no foreign key to it, which on PostgreSQL takes as long as two entries in an index: the self-check
-- finds those without one.
create table shipment_lines (
  shipment_id text not null,
  order_id text not null,
  line_id text not null,
  quantity bigint not null,
  primary key (order_id, shipment_id, line_id),
  constraint shipment_lines_of_order foreign key (order_id, line_id) references order_lines (order_id, id),
  constraint shipment_lines_quantity_positive check (quantity > 0)
);

create table returns (
  id text not null primary key,
  number text not null,
  order_id text not null references orders (id),
  status text not null,
  reason text not null,
  -- Why it was rejected or cancelled.
  closing_reason text not null default '',
  requested_at bigint not null,
  requested_by text references users (id),
  constraint returns_number_unique unique (number)
);
create index returns_by_order on returns (order_id);
create index returns_requested on returns (requested_at) where status = 'requested';

-- What the customer announced.
create table return_lines (
  return_id text not null references returns (id),
  order_id text not null,
  line_id text not null,
  quantity bigint not null,
  primary key (return_id, line_id),
  constraint return_lines_of_order foreign key (order_id, line_id) references order_lines (order_id, id),
  constraint return_lines_quantity_positive check (quantity > 0)
);
create index return_lines_by_line on return_lines (order_id, line_id);

-- What arrived of it, in several parts if need be. What is missing did not come back.
create table return_receipts (
  id text not null primary key,
  return_id text not null,
  order_id text not null,
  line_id text not null,
  quantity bigint not null,
  condition text not null,
  restock integer not null,
  received_at bigint not null,
  received_by text references users (id),
  constraint return_receipts_of_line foreign key (return_id, line_id) references return_lines (return_id, line_id),
  constraint return_receipts_quantity_positive check (quantity > 0),
  constraint return_receipts_restock_is_flag check (restock in (0, 1)),
  constraint return_receipts_missing_not_restocked check (condition <> 'missing' or restock = 0)
);
create index return_receipts_by_order on return_receipts (order_id);

-- The seller on invoices and credit notes; empty until someone enters the details.
create table seller (
  id integer not null primary key,
  name text not null,
  address text not null,
  tax_id text not null,
  bank text not null,
  footer text not null,
  version integer not null,
  constraint seller_is_single check (id = 1)
);
insert into seller (id, name, address, tax_id, bank, footer, version) values (1, '', '', '', '', '', 1);

-- Invoices and credit notes as they were issued. Numbers have no gaps within each kind and year. An order has one invoice, and credit notes
-- for what it owes less since then.
create table documents (
  number text not null primary key,
  kind text not null,
  order_id text not null references orders (id),
  issued_at bigint not null,
  issued_by text not null references users (id),
  -- JSON: src/shared/print/issued-content.ts. The hash covers all columns; the event that it was issued has it, too.
  content text not null,
  hash text not null
);
create index documents_by_order on documents (order_id);
create unique index documents_one_invoice_per_order on documents (order_id) where kind = 'invoice';
append only documents key order_id;

-- Work on many things, which goes on without its page. A server that runs a job holds its lease; another one takes it over when that is past.
create table jobs (
  id text not null primary key,
  kind text not null,
  status text not null,
  user_id text not null references users (id),
  -- The API token that made it, which may be gone; null for a person.
  token_id text,
  -- A JSON object: what the job does with every item.
  parameters text not null,
  -- A JSON object: how far a job is that works on a file, or empty.
  state text not null default '',
  -- The job that this one undoes.
  undoes text references jobs (id),
  total integer not null,
  done_count integer not null default 0,
  skipped_count integer not null default 0,
  refused_count integer not null default 0,
  -- Why it failed, or empty.
  failure text not null default '',
  lease_owner text not null default '',
  lease_until bigint not null default 0,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  constraint jobs_undone_once unique (undoes),
  constraint jobs_counts_within_total check (
    done_count >= 0 and skipped_count >= 0 and refused_count >= 0 and done_count + skipped_count + refused_count <= total
  )
);
create index jobs_by_user on jobs (user_id, created_at, id);
create index jobs_newest on jobs (created_at, id);
create index jobs_by_status on jobs (status, lease_until);

-- Who works on which order: for a few minutes no one else gets it as the next order to ship.
create table order_claims (
  order_id text not null primary key references orders (id),
  user_id text not null references users (id),
  claimed_until bigint not null
);
create index order_claims_by_user on order_claims (user_id, claimed_until);

-- What a job is about, one by one. The result is written in the transaction of the change.
create table job_items (
  job_id text not null references jobs (id),
  position integer not null,
  order_number text not null,
  -- A JSON object: what is done with this item alone, or what undoing it restores; empty for nothing.
  parameters text not null default '',
  result text,
  -- Why it was left as it is, or empty.
  reason text not null default '',
  -- A JSON object: what undoing needs to know, or empty.
  undo text not null default '',
  primary key (job_id, position)
);
create index job_items_by_result on job_items (job_id, result, reason, position);

-- The file that a job reads, or the one that it has written.
create table job_files (
  job_id text not null primary key references jobs (id),
  name text not null,
  size_bytes bigint not null,
  -- Whether it has personal data that not everyone may see.
  is_personal integer not null,
  created_at bigint not null,
  -- From then on it is deleted.
  expires_at bigint not null
);
create index job_files_by_expiry on job_files (expires_at, job_id);

-- The content in pieces, in Base64, written before the row of the file in short transactions.
create table job_file_chunks (
  job_id text not null,
  position integer not null,
  content text not null,
  primary key (job_id, position)
);

create table events (
  id text not null primary key,
  at bigint not null,
  action text not null,
  actor_type text not null,
  actor_id text references users (id),
  actor_name text,
  -- The API token that acted for the actor; null for everyone else. It may be gone, because a restore deletes tokens.
  token_id text,
  object_type text not null,
  object_id text not null,
  object_label text not null,
  parameters text not null,
  in_activity integer not null,
  topic text,
  request_id text not null,
  ip text not null,
  constraint events_in_activity_is_flag check (in_activity in (0, 1))
);
create index events_by_object on events (object_type, object_id, at);
create index events_in_activity on events (at, id) where in_activity = 1;
-- The ranges of the audit log, which lists an import as one event: the topic of the events of its orders is null.
create index events_by_topic on events (topic, at, id) where topic is not null;
create index events_by_actor on events (actor_id, topic, at, id) where topic is not null;
create index events_by_ip on events (ip, topic, at, id) where topic is not null;
create index events_by_label on events (object_label, topic, at, id) where topic is not null;
create index events_by_actor_and_ip on events (actor_id, ip, topic, at, id) where topic is not null;
create index events_by_actor_and_label on events (actor_id, object_label, topic, at, id) where topic is not null;
create index events_by_token on events (token_id, at, id) where token_id is not null;

-- Events that the retention of the audit log has removed; their seals stay. `removal` is the hash in the event that says so.
create table removed_events (
  event_id text not null primary key,
  removal text not null
);
append only removed_events;
append only events except removed_events key id;

-- Events are recorded with what they report and sealed soon after: until then they wait in unsealed_events, without a foreign key, because the
-- self-check finds those that do not exist.
create table unsealed_events (
  event_id text not null primary key
);

-- The personal values before and after a change that an event recorded. The event has only a hash of them with their salt, so that they can
-- be erased while the event and the chain stay as they are.
create table event_personal_values (
  event_id text not null references events (id),
  field text not null,
  from_value text,
  to_value text,
  salt text not null,
  primary key (event_id, field)
);

-- The hash chain of events, numbered without gaps.
create table event_seals (
  seq bigint not null primary key,
  -- Not a reference, because the event may be removed.
  event_id text not null,
  previous_hash text not null,
  hash text not null,
  constraint event_seals_event_unique unique (event_id)
);
append only event_seals;

-- The head of the chain. Sealing locks this row; no other transaction uses it.
create table event_chain (
  id integer not null primary key,
  head_seq bigint not null,
  head_hash text not null,
  constraint event_chain_is_single check (id = 1)
);
insert into event_chain (id, head_seq, head_hash) values (1, 0, '');

-- Addresses that learn of changes of orders. Removed ones stay until their deliveries are gone.
create table webhooks (
  id text not null primary key,
  url text not null,
  description text not null,
  -- A JSON list of topics.
  topics text not null,
  -- Whether the data of customers is sent in full; masked otherwise.
  includes_personal integer not null,
  -- What deliveries are signed with, encrypted.
  secret text not null,
  -- The one before, also encrypted: until then deliveries are signed with both.
  previous_secret text,
  previous_secret_until bigint,
  -- active, paused, off (by the program, after days of failure), removed.
  state text not null,
  -- Since when every attempt has failed; null after a success.
  failing_since bigint,
  last_delivered_at bigint,
  created_at bigint not null,
  version integer not null default 1,
  constraint webhooks_includes_personal_is_flag check (includes_personal in (0, 1))
);

-- Events for a webhook, written with the change that they report, sent after its commit, and kept for a while as a log. What is waiting of one order
-- is sent in the order of the sequence.
create table webhook_deliveries (
  id text not null primary key,
  webhook_id text not null references webhooks (id),
  -- The event that it reports, or a random id of a test. Not a reference, because events may be removed.
  event_id text not null,
  topic text not null,
  -- Null in a test. Not a reference, because the undo of an import removes orders.
  order_id text,
  order_number text not null,
  sequence integer not null,
  -- waiting, delivered, failed (given up).
  state text not null,
  -- What is sent, made for the first attempt; null before it, and after the data of the customer was erased.
  payload text,
  -- How often it was tried since it was queued or sent again.
  attempts integer not null default 0,
  -- When it is tried, or tried again if the attempt that is under way never ends.
  next_attempt_at bigint not null,
  created_at bigint not null,
  -- A JSON list of the attempts.
  log text not null default '[]'
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where state = 'waiting';
create index webhook_deliveries_by_order on webhook_deliveries (order_id, webhook_id, sequence) where order_id is not null;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_state on webhook_deliveries (webhook_id, state, id);

-- Posting rules use the default account of a role, provider and currency; of some roles staff open as many as they need, none of them a
-- default. The code and the currency are part of the hash of every entry: they never change.
create table ledger_accounts (
  id text not null primary key,
  code text not null,
  role text not null,
  provider text not null,
  type text not null,
  currency text not null,
  -- Empty for the name that the chart has for its role.
  name text not null default '',
  name_zh text not null default '',
  is_default integer not null,
  is_money_account integer not null,
  balance_minor bigint not null default 0,
  posting_count bigint not null default 0,
  debited_minor bigint not null default 0,
  -- Since when nothing can be posted to it.
  archived_at bigint,
  constraint ledger_accounts_archived_is_settled check (archived_at is null or balance_minor = 0),
  constraint ledger_accounts_code_unique unique (code),
  constraint ledger_accounts_is_default_is_flag check (is_default in (0, 1)),
  constraint ledger_accounts_is_money_account_is_flag check (is_money_account in (0, 1))
);
create unique index ledger_accounts_one_default on ledger_accounts (role, provider, currency) where is_default = 1;

create table ledger_entries (
  seq bigint not null primary key,
  kind text not null,
  accounting_day text not null,
  occurred_at bigint not null,
  recorded_at bigint not null,
  memo text not null,
  actor_id text references users (id),
  actor_name text,
  source text not null,
  external_id text not null,
  reverses bigint references ledger_entries (seq),
  posting_count integer not null,
  previous_hash text not null,
  hash text not null,
  constraint ledger_entries_key_unique unique (source, external_id),
  constraint ledger_entries_have_two_postings check (posting_count >= 2)
);
create index ledger_entries_by_day on ledger_entries (accounting_day, occurred_at, seq);
create index ledger_entries_by_kind on ledger_entries (kind, accounting_day, occurred_at, seq);
create unique index ledger_entries_reversed_once on ledger_entries (reverses) where reverses is not null;
append only ledger_entries key seq;
open days only ledger_entries;

-- Day and time are those of the entry. Balances are those in the order of posting.
create table ledger_postings (
  account_id text not null references ledger_accounts (id),
  account_seq bigint not null,
  accounting_day text not null,
  occurred_at bigint not null,
  entry_seq bigint not null,
  position integer not null,
  amount_minor bigint not null,
  balance_minor bigint not null,
  primary key (entry_seq, position),
  constraint ledger_postings_amount_exact check (amount_minor <> 0 and amount_minor between -9007199254740991 and 9007199254740991)
);
-- An account is read by date.
create index ledger_postings_by_account on ledger_postings (account_id, accounting_day, occurred_at, entry_seq, position, amount_minor);
-- An amount is searched for on the debit side. By month, because amounts come in no order: entries of a month are written to the pages of its amounts alone.
create index ledger_postings_by_amount on ledger_postings (substr(accounting_day, 1, 7), amount_minor, accounting_day, entry_seq) where amount_minor > 0;
append only ledger_postings;

-- These rows and those of the next two tables are written with their entry. Like postings, they have no foreign key to it, which on PostgreSQL takes
-- as long as an entry in an index: the self-check finds those without an entry.
create table ledger_links (
  entry_seq bigint not null,
  type text not null,
  object_id text not null,
  number text not null,
  primary key (entry_seq, type, object_id)
);
create index ledger_links_by_object on ledger_links (type, object_id);
append only ledger_links;

-- By what the list of entries is filtered: a row for each currency of an entry, whose `account_id` is empty, and one for each account of own
-- money that it posts to. `flow` says which way own money moved in that currency, or in that account: in, out or none, which includes a transfer
-- between own accounts; the amounts say how much, negative where a reversal takes back what the reversed entry moved.
create table ledger_entry_flows (
  currency text not null,
  account_id text not null,
  kind text not null,
  flow text not null,
  accounting_day text not null,
  occurred_at bigint not null,
  entry_seq bigint not null,
  in_minor bigint not null,
  out_minor bigint not null,
  primary key (currency, account_id, kind, flow, accounting_day, occurred_at, entry_seq)
);
append only ledger_entry_flows;

-- What of the revenue and the tax that an entry of an order moves is at which rate, in percent: 0 is revenue without tax, empty a rate that is
-- not known. Credits are positive.
create table ledger_entry_taxes (
  entry_seq bigint not null,
  tax_rate text not null,
  currency text not null,
  accounting_day text not null,
  net_minor bigint not null,
  tax_minor bigint not null,
  primary key (entry_seq, tax_rate)
);
-- A report adds up the days of a rate and lists their entries.
create index ledger_entry_taxes_by_day on ledger_entry_taxes (currency, tax_rate, accounting_day, entry_seq, net_minor, tax_minor);
append only ledger_entry_taxes;

-- Sums by account, accounting day and kind of entry, written with each entry: summaries read these, never the postings. What a reversal
-- takes back is negative on the side of the entry that it reverses, and its posting is counted there. Debits and credits are all postings of
-- the account; in and out are those of own money without what moved between own accounts.
create table ledger_day_totals (
  account_id text not null references ledger_accounts (id),
  accounting_day text not null,
  kind text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  debit_count bigint not null,
  credit_count bigint not null,
  in_minor bigint not null default 0,
  out_minor bigint not null default 0,
  in_count bigint not null default 0,
  out_count bigint not null default 0,
  primary key (account_id, accounting_day, kind)
);

-- The same sums of whole months, by their first day: what spans years adds up months instead of days.
create table ledger_month_totals (
  account_id text not null references ledger_accounts (id),
  month text not null,
  kind text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  debit_count bigint not null,
  credit_count bigint not null,
  in_minor bigint not null default 0,
  out_minor bigint not null default 0,
  in_count bigint not null default 0,
  out_count bigint not null default 0,
  primary key (account_id, month, kind)
);

-- Exchange rates of days, which are only used to show sums of several currencies in one. A change replaces rates or takes them away; it never
-- changes an earlier one.
create table exchange_rate_changes (
  number bigint not null primary key,
  source text not null,
  -- The file that was imported; empty where rates were entered.
  file_name text not null,
  created_at bigint not null,
  created_by text not null references users (id)
);
append only exchange_rate_changes key number;

-- The rate of a day is that of the last change that has it: what one unit of the base currency costs, as a decimal; empty where it was taken away.
create table exchange_rates (
  base_currency text not null,
  quote_currency text not null,
  day text not null,
  change_number bigint not null references exchange_rate_changes (number),
  rate text not null,
  primary key (base_currency, quote_currency, day, change_number)
);
create index exchange_rates_by_day on exchange_rates (day, base_currency, quote_currency);
create index exchange_rates_by_change on exchange_rates (change_number, base_currency, quote_currency, day);
append only exchange_rates;

-- Entries that return each month. Each month is posted at most once: `template:ID:MONTH` is the key of its entry.
create table entry_templates (
  id text not null primary key,
  name text not null,
  memo text not null,
  -- The postings, as JSON.
  lines text not null,
  -- The first day on which it is due, then the same day of each month, or the last one in months that are shorter.
  first_day text not null,
  -- The months that were skipped, as a sorted JSON list.
  skipped text not null default '[]',
  version integer not null default 1,
  created_by text not null references users (id),
  created_at bigint not null,
  archived_at bigint
);

-- Entries that need a second person: posted when someone else approves them. After `expires_at` they cannot be approved any more.
create table entry_requests (
  id text not null primary key,
  status text not null,
  memo text not null,
  -- The accounting day; null for the day of the approval.
  day text,
  -- The postings, as JSON: accounts of the chart may not exist before the entry is posted.
  lines text not null,
  -- The manual entry in place of which this one is posted, or the one that is reversed.
  corrects bigint references ledger_entries (seq),
  reverses bigint references ledger_entries (seq),
  -- The template and the month for which it is posted.
  template_id text references entry_templates (id),
  month text,
  -- The match of a line of a statement that is made, or undone, with the entry; as JSON.
  matching text,
  requested_by text not null references users (id),
  requested_at bigint not null,
  expires_at bigint not null,
  decided_by text references users (id),
  decided_at bigint,
  -- Why it was declined.
  reason text not null default '',
  -- The entry that was posted.
  entry_seq bigint references ledger_entries (seq),
  constraint entry_requests_entry_posted_once unique (entry_seq),
  constraint entry_requests_posted_has_entry check ((status = 'posted') = (entry_seq is not null)),
  constraint entry_requests_posted_by_another check (entry_seq is null or decided_by <> requested_by)
);
create index entry_requests_by_status on entry_requests (status, requested_at, id);

-- Files that staff add to an entry or to the request for one, which last as long as the entry does; their content is in attachment_chunks.
create table entry_attachments (
  id text not null primary key,
  entry_seq bigint references ledger_entries (seq),
  request_id text references entry_requests (id),
  -- `STATEMENT:LINE`: it stays when the import of the line is undone.
  line_id text,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  -- SHA-256 of the content.
  hash text not null,
  created_by text not null references users (id),
  created_at bigint not null,
  constraint entry_attachments_have_one_owner check (
    case when entry_seq is null then 0 else 1 end + case when request_id is null then 0 else 1 end
      + case when line_id is null then 0 else 1 end = 1
  )
);
create index entry_attachments_by_entry on entry_attachments (entry_seq, created_at, id) where entry_seq is not null;
create index entry_attachments_by_request on entry_attachments (request_id, created_at, id) where request_id is not null;
create index entry_attachments_by_line on entry_attachments (line_id, created_at, id) where line_id is not null;
append only entry_attachments;

-- What happened to a month of the books: it was closed, someone asked to reopen it, someone else rejected that or reopened it. Months are closed in
-- their order and the last one is reopened first, so that `book.closed_through` says which ones are closed. The heads of both chains are those
-- at that time.
create table period_changes (
  seq integer not null primary key,
  month text not null,
  action text not null,
  at bigint not null,
  actor_id text not null references users (id),
  reason text not null,
  -- The warnings of the checklist that the month was closed with, separated by spaces.
  accepted text not null,
  ledger_seq bigint not null,
  ledger_hash text not null,
  events_seq bigint not null,
  events_hash text not null
);
append only period_changes key seq;

-- What each account held and moved in a month when it was closed, debits positive; an account without either has no row.
create table period_balances (
  change_seq integer not null references period_changes (seq),
  account_id text not null references ledger_accounts (id),
  opening_minor bigint not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  closing_minor bigint not null,
  primary key (change_seq, account_id),
  constraint period_balances_add_up check (closing_minor = opening_minor + debit_minor - credit_minor)
);
append only period_balances;

-- Files of banks and payment providers, each with the lines that were new when it was imported. Undoing the import deletes all three.
create table statement_files (
  id text not null primary key,
  sha256 text not null,
  name text not null,
  format text not null,
  size_bytes bigint not null,
  -- Null while the lines are being written or deleted, which ends before the lease does if the server still runs.
  imported_at bigint,
  imported_by text not null references users (id),
  lease_until bigint
);
create index statement_files_by_hash on statement_files (sha256);
create index statement_files_unfinished on statement_files (lease_until) where lease_until is not null;

-- The files as they were uploaded, in pieces, in Base64.
create table statement_file_chunks (
  file_id text not null references statement_files (id),
  position integer not null,
  content text not null,
  primary key (file_id, position)
);


-- The lines of one account in a file: opening balance + lines = closing balance.
create table statements (
  id text not null primary key,
  file_id text not null references statement_files (id),
  -- In the file, from 1.
  position integer not null,
  -- The IBAN or number of the account, or the merchant number; empty where the file does not say.
  identifier text not null,
  account_id text not null references ledger_accounts (id),
  -- The number that the bank gave it; empty without one.
  number text not null,
  first_day text not null,
  last_day text not null,
  -- Of all lines in the file, also those that were known.
  line_count integer not null,
  new_count integer not null,
  in_minor bigint not null,
  out_minor bigint not null,
  neutral_minor bigint not null,
  -- Null where the file does not give it.
  opening_minor bigint,
  closing_minor bigint,
  -- The first line of the file whose balance does not follow from the one before; null for none.
  untied_line integer,
  -- Whether the totals in the file are those of its lines: none, ties, or the first that is not (count, in, out).
  totals_check text not null,
  -- As in its file: its lines do not count while this is null.
  imported_at bigint
);
create unique index statements_by_file on statements (file_id, position);
create index statements_by_account on statements (account_id, id);

create table statement_lines (
  statement_id text not null references statements (id),
  line_number integer not null,
  account_id text not null references ledger_accounts (id),
  day text not null,
  -- When it bears interest; empty where the file does not say.
  value_day text not null,
  -- As the file has it; empty without one.
  clock_time text not null,
  class text not null,
  -- What it did to the balance: a fee that was kept back is already taken off.
  amount_minor bigint not null,
  -- The fee that was kept back; null where the file does not say.
  fee_minor bigint,
  -- What of a payment its provider paid itself, such as a coupon; a part of what was paid.
  subsidy_minor bigint not null default 0,
  -- What the customer was charged or paid back, where that is in another currency; 0 and empty otherwise.
  charged_minor bigint not null default 0,
  charged_currency text not null default '',
  balance_minor bigint,
  counterparty text not null,
  counterparty_account text not null,
  description text not null,
  -- The transaction's number at the bank or provider, our own number, and that of the payout it is part of.
  reference text not null,
  -- The number of the line there, which no other line has.
  entry_reference text not null,
  order_reference text not null,
  payout_reference text not null,
  -- The transaction that it belongs to, such as the payment that a refund pays back.
  related_reference text not null,
  status text not null,
  -- What tells the line from others of its account: equal ones are told apart by their occurrence in a file.
  identity text not null,
  occurrence integer not null,
  -- Above 1 where the bank changed a line: an earlier one of the account has the same entry reference and says something else.
  version integer not null,
  -- The match that has it; null while none does.
  match_id text,
  primary key (statement_id, line_number),
  -- The identity decides by itself; with the day first, the lines of a file are close to each other in the index.
  constraint statement_lines_known_once unique (account_id, day, identity, occurrence)
);
create index statement_lines_by_reference on statement_lines (account_id, entry_reference) where entry_reference <> '';
create index statement_lines_by_payout on statement_lines (account_id, payout_reference) where payout_reference <> '';
create index statement_lines_by_day on statement_lines (account_id, day, statement_id, line_number);
-- With what their sum needs.
create index statement_lines_open on statement_lines (account_id, day, statement_id, line_number, class, amount_minor, balance_minor, match_id)
  where match_id is null;
-- Those that may settle a payment in another currency.
create index statement_lines_charged on statement_lines (account_id, day, statement_id, line_number)
  where match_id is null and charged_currency <> '';
create index statement_lines_matched on statement_lines (match_id) where match_id is not null;

-- What of the lines and the postings of an account says the same. A match never changes: undoing it is a row of its own, and reverses what it posted.
create table matches (
  id text not null primary key,
  -- Matches that were made together, which have one event.
  batch_id text not null,
  account_id text not null references ledger_accounts (id),
  -- auto, confirmed, manual, or ignored: a line that the books will not have.
  method text not null,
  -- What found it, and which version of that; empty and 0 for what a person chose.
  rule text not null,
  rule_version integer not null,
  reason text not null,
  matched_at bigint not null,
  matched_by text not null references users (id),
  -- The entry that it posted: a fee, a difference, a payout.
  entry_seq bigint references ledger_entries (seq),
  constraint matches_entry_unique unique (entry_seq)
);
create index matches_by_batch on matches (batch_id);
create index matches_by_account on matches (account_id, rule);

create table match_undos (
  match_id text not null primary key references matches (id),
  reason text not null,
  undone_at bigint not null,
  undone_by text not null references users (id),
  -- The entry that reverses what the match posted.
  entry_seq bigint references ledger_entries (seq)
);

-- Lines of matches, also of those that were undone, whose statements may have been removed since.
create table match_lines (
  match_id text not null references matches (id),
  statement_id text not null,
  line_number integer not null,
  -- Of a line without direction, the one that its match gives it.
  amount_minor bigint not null,
  primary key (match_id, statement_id, line_number)
);
create index match_lines_by_line on match_lines (statement_id, line_number);

-- Postings of matches. Those of the account are `matched`; `paid_out` are those of a clearing account that a payout to the account is made of.
create table match_postings (
  match_id text not null references matches (id),
  entry_seq bigint not null references ledger_entries (seq),
  position integer not null,
  purpose text not null,
  account_id text not null references ledger_accounts (id),
  accounting_day text not null,
  amount_minor bigint not null,
  -- 0 once the match is undone.
  is_live integer not null,
  primary key (match_id, entry_seq, position),
  constraint match_postings_is_live_is_flag check (is_live in (0, 1))
);
create unique index match_postings_matched_once on match_postings (entry_seq, position, purpose) where is_live = 1;
create index match_postings_by_account on match_postings (account_id, purpose, is_live, accounting_day, amount_minor);

-- Who looks after a line, until when, and what it waits for, as its last events say. Undoing the import deletes it.
create table line_follow_ups (
  statement_id text not null references statements (id),
  line_number integer not null,
  owner_id text references users (id),
  -- The day on which it is looked at again; empty when it does not wait.
  wait_until text not null,
  wait_reason text not null,
  -- The day by which it must be settled; empty without one.
  due_on text not null,
  primary key (statement_id, line_number)
);
create index line_follow_ups_by_owner on line_follow_ups (owner_id) where owner_id is not null;
create index line_follow_ups_by_wait on line_follow_ups (wait_until) where wait_until <> '';

-- How tables with the same headings were last read for an account, as JSON.
create table statement_mappings (
  account_id text not null references ledger_accounts (id),
  headings_hash text not null,
  mapping text not null,
  primary key (account_id, headings_hash)
);

-- Which account was last chosen for what statements call their account.
create table statement_identifiers (
  identifier text not null,
  currency text not null,
  account_id text not null references ledger_accounts (id),
  primary key (identifier, currency)
);
