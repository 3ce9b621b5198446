import { workListHref } from '#client/finance/matching/reconciliations.tsx'
import { ImportResult } from '#client/finance/statement-import-result.tsx'
import { SampleLines, StatementMappingFields } from '#client/finance/statement-mapping-fields.tsx'
import { UnknownAccounts } from '#client/finance/unknown-accounts.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useStatementImport } from '#client/finance/use-statement-import.ts'
import { FileField } from '#client/imports/file-field.tsx'
import { ImportButtons } from '#client/imports/import-buttons.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { navigate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { ImportProgress, useRefresh } from '#client/finance/running-imports.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Progress } from '#client/ui/progress.tsx'
import type { LedgerAccount } from '#shared/finance/account-views.ts'
import { statementLimitBytes } from '#shared/finance/statements.ts'
import type { RunningImport } from '#shared/finance/statement-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

interface ImportStatementDialogProps {
  /** The money accounts. */
  accounts: readonly LedgerAccount[]
  /** The imports that are running. */
  running: readonly RunningImport[]
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Imports the file of a bank or payment provider, after a check that shows its content. */
export function ImportStatementDialog(props: ImportStatementDialogProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.statements
  const { accounts, closeHref } = props
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.importTitle}
      description={words.importText}
    >
      {accounts.length === 0 ? (
        <Empty
          icon="notebook-text"
          title={words.noAccounts}
          actions={
            <ButtonLink href={href('finance', { tab: 'accounts', newAccount: '1' })}>{ledger.accounts.add}</ButtonLink>
          }
        >
          {words.noAccountsHint}
        </Empty>
      ) : (
        <ImportStatementForm {...props} />
      )}
    </Dialog>
  )
}

function ImportStatementForm({ accounts, running, closeHref, form }: ImportStatementDialogProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.statements
  const { result, file, table, isChecked, isAccountMissing, asksForAccounts, choose, onAnswer, onProblem, content } =
    useStatementImport(form)
  const statement = result?.statements[0]?.statement ?? null
  const toOption = (account: LedgerAccount) => ({
    value: account.code,
    label: `${account.code} ${ledger.accountName(account)} (${account.currency})`,
  })
  return (
    <>
      <ImportSteps
        current={result?.isImported ? 'import' : result && !result.table ? 'check' : 'file'}
        checked={isChecked}
        done={result !== null && !result.table}
      />
      <Form
        endpoint="importStatement"
        encType="multipart/form-data"
        outcome={form}
        className="dialog-form"
        onAnswer={onAnswer}
        onProblem={onProblem}
      >
        {statement === null && (
          <>
            <FileField
              name="file"
              file={file}
              onChoose={choose}
              accept={acceptedFiles}
              limits={words.limits(statementLimitBytes / 1024 / 1024)}
            />
            {!result && (
              <p className="why">
                <Icon name="info" />
                <span>{words.fileHint}</span>
              </p>
            )}
            {!asksForAccounts && (
              <SelectField
                name="account"
                label={words.account}
                required={table !== null}
                hint={table ? undefined : words.accountHint}
                options={[{ value: '', label: table ? words.choose : words.byFile }, ...accounts.map(toOption)]}
              />
            )}
            {result && (
              <UnknownAccounts result={result} accounts={accounts} isMissing={isAccountMissing} toOption={toOption} />
            )}
            {table && <StatementMappingFields table={table} />}
          </>
        )}
        <div aria-live="polite" className="statement-result" ref={content}>
          <ImportRunning running={running} />
          {result && !result.table && <ImportResult result={result} />}
          {result?.format === 'mapped' && result.statements[0] && <SampleLines statement={result.statements[0]} />}
        </div>
        {statement === null ? (
          <ImportButtons closeHref={closeHref} />
        ) : (
          <NextSteps statement={statement} account={result?.statements[0]?.account ?? ''} />
        )}
      </Form>
    </>
  )
}

/** Links to what was imported. */
function NextSteps({ statement, account }: { statement: string; account: string }) {
  const words = useLedgerMessages().ledger.statements
  return (
    <div className="dialog-form__buttons">
      <ButtonLink href={href('finance', { tab: 'reconciliation' })}>{words.done}</ButtonLink>
      <ButtonLink href={href('finance', { tab: 'reconciliation', statement })}>{words.show}</ButtonLink>
      <ButtonLink variant="primary" href={workListHref(account)}>
        {words.openLines}
      </ButtonLink>
    </div>
  )
}

/** Shown while a file is read, imported and matched. */
function ImportRunning({ running }: Pick<ImportStatementDialogProps, 'running'>) {
  const words = useLedgerMessages().ledger.statements
  const { busy } = useForm()
  // Once there are any, the page behind the dialog does.
  useRefresh(busy && running.length === 0)
  if (!busy) return null
  const own = running.findLast(({ isOwn }) => isOwn)
  return (
    <div className="statement-running">
      {own ? (
        <ImportProgress label={words.running} percent={own.percent} />
      ) : (
        <Progress value={null} label={words.running} />
      )}
      <p className="sm muted">{words.runningHint}</p>
    </div>
  )
}

const acceptedFiles = '.csv,.xlsx,.txt,.xml,.sta,.mt940,.940,.ofx,.qfx,text/csv,application/xml,text/xml'
