import { cachedQuery } from '#server/db/cached-query.ts'
import { sql } from 'kysely'

/** The postings to store credit, with the customer that their entry names. An entry names one, which `verifyEntryLinks` compares. */
const credit = sql`
  ledger_accounts as account
  join ledger_postings as posting on posting.account_id = account.id
  left join ledger_links as link on link.entry_seq = posting.entry_seq and link.type = 'customer'
  left join customers as customer on customer.number = link.object_id`

/** What each account of store credit holds for customers by their entries, as a debit, and how many postings there are. */
export const sumByAccount = cachedQuery((db) =>
  sql<{ code: string; balance_minor: number; posted: number; postings: number }>`
    select account.code, account.balance_minor, sum(case when customer.number is null then 0 else posting.amount_minor end) as posted,
      count(*) as postings
    from ${credit} where account.role = 'store_credit' group by account.code, account.balance_minor order by account.code`.compile(
    db,
  ),
)

/** The first customers, with those merged into them, who have less than nothing in a currency. */
export const findOverdrawn = cachedQuery((db) =>
  sql<{ customer: string; currency: string; amount_minor: number }>`
    select coalesce(customer.merged_into, customer.number) as customer, account.currency, -sum(posting.amount_minor) as amount_minor
    from ${credit} where account.role = 'store_credit' and customer.number is not null
    group by coalesce(customer.merged_into, customer.number), account.currency
    having sum(posting.amount_minor) > 0 order by 1, 2 limit 20`.compile(db),
)

/**
 * The first entries that name another customer than their order has; one whose personal data was erased may have been replaced since.
 */
export const findOtherCustomers = cachedQuery((db) =>
  sql<{ entry_seq: number; number: string; object_id: string; expected: string | null }>`
    select link.entry_seq, link.number, link.object_id, orders.customer_number as expected
    from ledger_links as link
    left join customers as customer on customer.number = link.object_id
    left join ledger_links as order_link on order_link.entry_seq = link.entry_seq and order_link.type = 'order'
    left join orders on orders.id = order_link.object_id
    where link.type = 'customer' and (
      link.number <> link.object_id or customer.number is null
      or (orders.id is not null and customer.erased_at is null and (orders.customer_number is null or orders.customer_number <> link.object_id)))
    order by link.entry_seq limit 20`.compile(db),
)
