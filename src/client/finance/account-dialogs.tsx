import { usePageContext } from '#client/app/page-context.tsx'
import { accountHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { LedgerAccount } from '#shared/finance/account-views.ts'
import { accountRoles, rolesWithSeveral } from '#shared/finance/ledger.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface DialogProps {
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** A new account: its purpose in the chart, its currency and its name. */
export function AddAccountDialog({ closeHref, form }: DialogProps) {
  const { ledger } = useLedgerMessages()
  const { book } = usePageContext()
  const words = ledger.accounts
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.addTitle}
      description={words.addText}
    >
      <Form
        endpoint="addLedgerAccount"
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onAnswer={(account) => {
          notify({ kind: 'success', title: words.added(ledger.accountName(account)) })
          navigate(accountHref(account.code))
        }}
      >
        <SelectField
          name="role"
          label={words.role}
          defaultValue="bank"
          options={rolesWithSeveral.map((role) => ({
            value: role,
            label: `${ledger.roles[role]} (${ledger.types[accountRoles[role].type]})`,
          }))}
        />
        <NameFields />
        <TextField
          name="currency"
          label={words.currency}
          defaultValue={book.currency}
          maxLength={3}
          autoComplete="off"
        />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.add}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Other names for an account. */
export function RenameAccountDialog({ account, closeHref, form }: DialogProps & { account: LedgerAccount }) {
  const { ledger } = useLedgerMessages()
  const words = ledger.accounts
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.renameTitle(account.code)}
      description={accountRoles[account.role].several ? words.nameHint : words.renameText}
    >
      <Form
        endpoint="renameLedgerAccount"
        hiddenValues={{ account: account.code }}
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onAnswer={() => {
          notify({ kind: 'success', title: words.renamed })
          navigate(closeHref)
        }}
      >
        <NameFields account={account} />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.save}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function NameFields({ account }: { account?: LedgerAccount }) {
  const { ledger } = useLedgerMessages()
  const words = ledger.accounts
  return (
    <>
      <TextField
        name="accountName"
        label={words.name}
        required={!account || accountRoles[account.role].several}
        {...(!account && { hint: words.nameHint })}
        defaultValue={account?.name ?? ''}
        maxLength={80}
        autoComplete="off"
        autoFocus
      />
      <TextField
        name="accountNameZh"
        label={words.nameZh}
        defaultValue={account?.nameZh ?? ''}
        maxLength={80}
        autoComplete="off"
        optional
      />
    </>
  )
}
