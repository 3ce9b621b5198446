-- What an entry moved in or out of an account was counted for each of its postings there: twice for a payment of which the provider paid a part. It counts
-- once, as in ledger_entry_flows.
update ledger_day_totals set
  in_count = (
    select count(*) from ledger_entry_flows as flow
    where flow.currency = (select currency from ledger_accounts where id = ledger_day_totals.account_id)
      and flow.account_id = ledger_day_totals.account_id and flow.kind = ledger_day_totals.kind
      and flow.flow = 'in' and flow.accounting_day = ledger_day_totals.accounting_day
  ),
  out_count = (
    select count(*) from ledger_entry_flows as flow
    where flow.currency = (select currency from ledger_accounts where id = ledger_day_totals.account_id)
      and flow.account_id = ledger_day_totals.account_id and flow.kind = ledger_day_totals.kind
      and flow.flow = 'out' and flow.accounting_day = ledger_day_totals.accounting_day
  )
where in_count > 1 or out_count > 1;
update ledger_month_totals set
  in_count = (
    select sum(day.in_count) from ledger_day_totals as day
    where day.account_id = ledger_month_totals.account_id and day.kind = ledger_month_totals.kind
      and day.accounting_day >= ledger_month_totals.month
      and day.accounting_day <= substr(ledger_month_totals.month, 1, 8) || '31'
  ),
  out_count = (
    select sum(day.out_count) from ledger_day_totals as day
    where day.account_id = ledger_month_totals.account_id and day.kind = ledger_month_totals.kind
      and day.accounting_day >= ledger_month_totals.month
      and day.accounting_day <= substr(ledger_month_totals.month, 1, 8) || '31'
  )
where in_count > 1 or out_count > 1;
