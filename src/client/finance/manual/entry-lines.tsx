import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { FieldList } from '#client/ui/field-list.tsx'
import { useForm } from '#client/ui/form-state.ts'
import type { AccountOption } from '#shared/finance/account-views.ts'
import { maxEntryLines } from '#shared/finance/manual-entry.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { formatDecimal } from '#shared/money.ts'
import { useState } from 'react'

/** A line that a form starts with. */
export interface InitialLine extends Pick<EntryView['postings'][number], 'accountCode' | 'currency' | 'amountMinor'> {
  customer?: string | undefined
}

interface EntryLinesProps {
  accounts: readonly AccountOption[]
  initial: readonly InitialLine[]
  /** Whether lines on the account of store credit say whose it is. */
  hasCustomers?: boolean
}

/** The fields of the postings of an entry. */
export function EntryLines({ accounts, initial, hasCustomers = false }: EntryLinesProps) {
  const words = useLedgerMessages().ledger.manual
  return (
    <FieldList
      name="lines"
      label={words.lines}
      rowLabel={words.line}
      addLabel={words.addLine}
      removeLabel={words.removeLine}
      initialRows={Math.max(initial.length, 2)}
      maximumRows={maxEntryLines}
    >
      {(prefix) => (
        <LineFields
          prefix={prefix}
          accounts={accounts}
          initial={initial[indexOf(prefix)]}
          hasCustomers={hasCustomers}
        />
      )}
    </FieldList>
  )
}

const indexOf = (prefix: string): number => Number(/\[(\d+)\]$/.exec(prefix)?.[1])

interface LineFieldsProps {
  prefix: string
  accounts: readonly AccountOption[]
  initial: InitialLine | undefined
  hasCustomers: boolean
}

function LineFields({ prefix, accounts, initial, hasCustomers }: LineFieldsProps) {
  const { finance, ledger } = useLedgerMessages()
  const { getValue } = useForm()
  // The initial values of the row when it was added, because rows above it may be removed.
  const [first] = useState(initial)
  const amount = first ? formatDecimal(Math.abs(first.amountMinor), first.currency) : ''
  const isDebit = first !== undefined && first.amountMinor > 0
  const [chosen, setChosen] = useState<string>()
  const code = chosen ?? getValue(`${prefix}[account]`) ?? first?.accountCode
  const isCredit = accounts.some((account) => account.code === code && account.role === 'store_credit')
  return (
    <>
      <SelectField
        name={`${prefix}[account]`}
        label={finance.account}
        defaultValue={first?.accountCode ?? ''}
        options={[
          { value: '', label: ledger.manual.choose },
          ...accounts.map((account) => ({
            value: account.code,
            label: `${account.code} ${ledger.accountName(account)} · ${account.currency}`,
          })),
        ]}
        onValue={setChosen}
      />
      <AmountField name={`${prefix}[debit]`} label={finance.debit} defaultValue={isDebit ? amount : ''} />
      <AmountField name={`${prefix}[credit]`} label={finance.credit} defaultValue={first && !isDebit ? amount : ''} />
      {hasCustomers && isCredit && (
        <div className="entry-line__customer">
          <TextField
            name={`${prefix}[customer]`}
            label={ledger.manual.customer}
            hint={ledger.manual.customerHint}
            defaultValue={first?.customer ?? ''}
            maxLength={254}
            autoComplete="off"
          />
        </div>
      )}
    </>
  )
}

const AmountField = (field: { name: string; label: string; defaultValue: string }) => (
  <TextField {...field} required={false} inputMode="decimal" maxLength={30} autoComplete="off" />
)
