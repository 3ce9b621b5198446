import { useMessages } from '#client/app/page-context.tsx'
import { FinanceName } from '#client/app/finance-name.tsx'
import type { PageProps } from '#client/pages.ts'
import { SpentAmounts } from '#client/customers/spent-amounts.tsx'
import { useCreditMessages } from '#client/customers/use-credit-messages.ts'
import { PostButtons } from '#client/finance/manual/post-buttons.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import type { CreditChoices, CustomerView } from '#shared/customers/views.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { formatDecimal } from '#shared/money.ts'
import { href } from '#shared/routes/pages.ts'

type CreditDialogProps = Pick<PageProps<'orders'>, 'query' | 'form'> & { data: Pick<OrdersView, 'customers' | 'order'> }

/** The dialog that changes the store credit of the customer of the open order, or of the one by whom the list is filtered. */
export function CreditDialog({ data: { customers, order }, query, form }: CreditDialogProps) {
  const customer = customers.ofOrder ?? customers.ofList
  const { action } = query
  if (!customer || !customers.credit || (action !== 'payOutCredit' && action !== 'adjustCredit')) return null
  const closeHref =
    order && 'number' in order ? createOpenHref(ordersList, query)(order.number) : closedHref(ordersList, query)
  return <CreditForm {...{ customer, query, form, action, closeHref }} choices={customers.credit} />
}

interface CreditFormProps {
  customer: CustomerView
  query: OrdersPageQuery
  form: FormOutcome | null
  action: 'payOutCredit' | 'adjustCredit'
  choices: CreditChoices
  /** The page without the dialog. */
  closeHref: string
}

/** Pays store credit of a customer out, or gives or takes some, with the account and the reason of the entry. */
function CreditForm({ customer, query, closeHref, form, action, choices }: CreditFormProps) {
  const words = useCreditMessages()
  const { common } = useMessages()
  const isPayOut = action === 'payOutCredit'
  const { title, text, submit } = isPayOut ? words.payOut : words.adjust
  const accounts = isPayOut ? findPayingAccounts(choices, customer.storeCredit) : choices.adjust
  const [first] = customer.storeCredit
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={title(customer.number)}
      description={text}
    >
      <Form
        endpoint="postCreditEntry"
        hiddenValues={{ customer: customer.number, ...(isPayOut && { change: 'pay_out' }) }}
        outcome={form}
        action={href('orders', { ...query, action })}
        className="dialog-form"
        onAnswer={(answer) => {
          notify(
            'request' in answer
              ? { kind: 'info', title: words.requested }
              : { kind: 'success', title: words.done(customer.number) },
          )
          navigate(closeHref)
        }}
      >
        <p className="sm">
          {words.balance}
          {common.sentenceGap}
          <SpentAmounts spent={customer.storeCredit} />
        </p>
        {!isPayOut && (
          <SelectField
            name="change"
            label={words.change}
            options={[
              ...(customer.erasedAt === null ? [{ value: 'give', label: words.give }] : []),
              ...(first ? [{ value: 'take', label: words.take }] : []),
            ]}
          />
        )}
        <div className="dialog-form__row">
          <TextField
            name="amount"
            label={words.amount}
            inputMode="decimal"
            maxLength={30}
            autoFocus
            defaultValue={isPayOut && first ? formatDecimal(first.amountMinor, first.currency) : undefined}
          />
          <AccountField accounts={accounts} isPayOut={isPayOut} currency={(first ?? customer.spent[0])?.currency} />
        </div>
        <TextField
          name="reason"
          label={isPayOut ? words.payOut.reason : words.adjust.reason}
          hint={isPayOut ? words.payOut.reasonHint : words.adjust.reasonHint}
          maxLength={200}
          autoComplete="off"
        />
        <DialogButtons closeHref={closeHref}>
          <PostButtons label={submit} approval={choices.approval} />
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

interface AccountFieldProps {
  accounts: CreditChoices['adjust']
  isPayOut: boolean
  /** The usual currency of the customer. */
  currency: string | undefined
}

/** The account of an entry, which decides its currency. */
function AccountField({ accounts, isPayOut, currency }: AccountFieldProps) {
  const words = useCreditMessages()
  const { ledger } = useLedgerMessages()
  const promotions = accounts.filter(({ role }) => role === 'promotion')
  const inCurrency = (isPayOut ? accounts : promotions).find((account) => account.currency === currency)
  const usual = inCurrency ?? (isPayOut ? accounts : promotions)[0]
  return (
    <SelectField
      name="account"
      label={isPayOut ? words.payOut.account : words.adjust.account}
      hint={isPayOut && accounts.length === 0 ? <FinanceName text={words.payOut.noAccount} /> : undefined}
      defaultValue={usual?.code}
      options={accounts.map((account) => ({
        value: account.code,
        label: `${account.code} ${ledger.accountName(account)} · ${account.currency}`,
      }))}
    />
  )
}

/** The money accounts in currencies in which the customer has something, bank accounts first. */
const findPayingAccounts = ({ payOut }: CreditChoices, credit: readonly { currency: string }[]) => {
  const isBank = ({ role }: CreditChoices['payOut'][number]): number => (role === 'bank' ? 0 : 1)
  return payOut
    .filter(({ currency }) => credit.some((each) => each.currency === currency))
    .toSorted((a, b) => isBank(a) - isBank(b))
}
