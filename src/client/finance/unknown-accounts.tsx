import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { SelectField } from '#client/ui/field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { LedgerAccount } from '#shared/finance/account-views.ts'
import type { StatementFormat } from '#shared/finance/statements.ts'
import { newAccountChoice } from '#shared/finance/statement-inputs.ts'
import type { StatementImport } from '#shared/finance/statement-views.ts'
import { identifyProvider, isSameProvider } from '#shared/payment-providers.ts'
import { href } from '#shared/routes/pages.ts'

/** Asks once for the account of each that the file names and no import had before. */
export function UnknownAccounts({
  result,
  accounts,
  isMissing,
  toOption,
}: {
  result: StatementImport
  accounts: readonly LedgerAccount[]
  /** Whether the file was sent again without them. */
  isMissing: boolean
  toOption: (account: LedgerAccount) => { value: string; label: string }
}) {
  const { ledger } = useLedgerMessages()
  const words = ledger.statements
  const clearingName = (provider: string): string =>
    ledger.accountName({ role: 'clearing', provider, name: '', nameZh: '' })
  const unknown = new Map(
    result.statements
      .filter(({ account }) => account === null)
      .map(({ identifier, currency }) => [`${currency} ${identifier}`, { identifier, currency }]),
  )
  return [...unknown].map(([key, { identifier, currency }], index) => (
    <div key={key}>
      <input type="hidden" name={`accounts[${index}][identifier]`} value={identifier} />
      <input type="hidden" name={`accounts[${index}][currency]`} value={currency} />
      <SelectField
        name={`accounts[${index}][account]`}
        label={words.accountOf(identifier, currency)}
        hint={
          isMissing && (
            <span className="field__error" role="alert">
              <Icon name="circle-alert" />
              {words.chooseAccount}
            </span>
          )
        }
        defaultValue={
          suggestAccount(accounts, currency, result.format, identifier) ??
          (canOpen(accounts, currency, identifier) ? newAccountChoice : undefined)
        }
        options={[
          { value: '', label: words.choose },
          ...accounts.filter((account) => account.currency === currency).map(toOption),
          ...(canOpen(accounts, currency, identifier)
            ? [{ value: newAccountChoice, label: words.openAccount(clearingName(identifier), currency) }]
            : []),
        ]}
      />
      <a className="link sm" href={href('finance', { tab: 'accounts', newAccount: '1' })}>
        {ledger.accounts.add}
      </a>
    </div>
  ))
}

/** Whether a file names a provider that has no account in a currency yet. */
const canOpen = (accounts: readonly LedgerAccount[], currency: string, identifier: string): boolean =>
  identifyProvider(identifier) !== undefined &&
  !accounts.some(
    (each) => each.role === 'clearing' && each.currency === currency && isSameProvider(each.provider, identifier),
  )

/** The code of the only account that a file can mean: of its bank, or of the provider that it names. */
function suggestAccount(
  accounts: readonly LedgerAccount[],
  currency: string,
  format: StatementFormat,
  identifier: string,
): string | undefined {
  const providers = [identifier, format].flatMap((name) => identifyProvider(name) ?? [])
  const [account, ...others] = accounts.filter((each) => {
    if (each.currency !== currency) return false
    if (bankFormats.has(format)) return each.role === 'bank'
    const provider = each.role === 'clearing' ? identifyProvider(each.provider) : undefined
    return provider !== undefined && providers.includes(provider)
  })
  return others.length === 0 ? account?.code : undefined
}

/** The formats that only banks write. */
const bankFormats: ReadonlySet<StatementFormat> = new Set(['cmb', 'boc', 'camt', 'mt940', 'ofx'])
