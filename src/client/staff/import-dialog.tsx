import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { FileField } from '#client/imports/file-field.tsx'
import { ImportButtons } from '#client/imports/import-buttons.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { ImportTally } from '#client/imports/import-tally.tsx'
import { useRoleName } from '#client/app/page-context.tsx'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { useCopy } from '#client/ui/use-copy.ts'
import { formatCount } from '#shared/count.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import {
  type ImportedUser,
  importOutcomes,
  type ImportOutcome,
  maxImportedUsers,
  type UsersImport,
  usersImportLimitBytes,
} from '#shared/staff/import.ts'
import { useState } from 'react'

interface ImportDialogProps {
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Lines that the result lists. */
const maxListed = 200

/** Imports accounts from a CSV file, after a check that shows the effect of each line. */
export function ImportDialog({ closeHref, form }: ImportDialogProps) {
  const { import: words } = useStaffMessages().staff
  const returned = form?.endpoint === 'importUsers' ? (form.result as UsersImport | null) : null
  const [result, setResult] = useState(returned)
  const [file, setFile] = useState<File | null>(null)
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.title}
      description={words.text}
    >
      <ImportSteps current={result?.isApplied ? 'import' : result ? 'check' : 'file'} checked done={result !== null} />
      <Form
        endpoint="importUsers"
        encType="multipart/form-data"
        outcome={form}
        className="dialog-form"
        onAnswer={(answer) => {
          setResult(answer)
          if (answer.isApplied) void revalidate()
        }}
        onProblem={() => setResult(null)}
      >
        {!result?.isApplied && (
          <FileField
            name="file"
            file={file}
            onChoose={(chosen) => {
              setFile(chosen)
              setResult(null)
            }}
            accept=".csv,text/csv"
            limits={words.limits(usersImportLimitBytes / 1024 / 1024, formatCount(maxImportedUsers))}
          />
        )}
        <div aria-live="polite">{result && <ImportResult result={result} />}</div>
        {result?.isApplied ? (
          <DialogButtons closeHref={closeHref} keep={words.done} />
        ) : (
          <ImportButtons closeHref={closeHref} />
        )}
      </Form>
    </Dialog>
  )
}

function ImportResult({ result: { isApplied, counts, rows } }: { result: UsersImport }) {
  const { import: words } = useStaffMessages().staff
  const outcomes = isApplied ? words.doneOutcomes : words.outcomes
  const hasProblems = counts.failed > 0
  // Problems first: there may be more lines than the list shows.
  const listed = [...rows].sort((a, b) => Number(b.outcome === 'failed') - Number(a.outcome === 'failed'))
  const invited = rows.filter(({ url }) => url !== undefined)
  return (
    <div className="staff-import">
      <ImportTally
        counts={importOutcomes.map((name) => ({ name: outcomes[name], value: counts[name], tone: tones[name] }))}
      />
      <Banner kind={hasProblems ? 'warning' : isApplied ? 'success' : 'info'}>
        {isApplied ? words.applied : hasProblems ? words.rejected : words.checked}
      </Banner>
      {invited.length > 0 && <InvitationLinks invited={invited} />}
      {rows.length > 0 && (
        <ol className="staff-import__lines" aria-label={words.lines}>
          {listed.slice(0, maxListed).map((row) => (
            <ImportedLine key={row.line} row={row} outcomes={outcomes} />
          ))}
          {rows.length > maxListed && (
            <li className="muted">{words.more(formatCount(rows.length - maxListed), rows.length === maxListed + 1)}</li>
          )}
        </ol>
      )}
    </div>
  )
}

const tones: Partial<Record<ImportOutcome, 'success' | 'error'>> = {
  invited: 'success',
  changed: 'success',
  failed: 'error',
}

interface ImportedLineProps {
  row: ImportedUser
  /** Names of outcomes, in the future or the past. */
  outcomes: Record<ImportOutcome, string>
}

function ImportedLine({ row: { line, email, name, role, outcome, field, problem }, outcomes }: ImportedLineProps) {
  const { staff } = useStaffMessages()
  const { import: words } = staff
  const roleName = useRoleName()
  const who = [name, email, ...(role === null ? [] : [roleName(role)])].filter((part) => part !== '').join(' · ')
  return (
    <li>
      <span className="muted num">{words.line(formatCount(line))}</span>
      <span className="truncate" dir="auto">
        {who}
      </span>
      <span className={problem === null ? 'muted' : 'staff-import__problem'}>
        {problem === null ? outcomes[outcome] : field === null ? problem : words.field(staff.columns[field], problem)}
      </span>
    </li>
  )
}

function InvitationLinks({ invited }: { invited: readonly ImportedUser[] }) {
  const { import: words } = useStaffMessages().staff
  const copy = useCopy()
  const text = invited.map(({ email, url }) => `${email}\t${url}`).join('\n')
  return (
    <div className="staff-import__links">
      <p className="sm">{words.linksText}</p>
      <textarea
        className="input mono"
        readOnly
        rows={Math.min(invited.length, 6)}
        aria-label={words.links}
        value={text}
      />
      <Button icon="copy" className="needs-script" onClick={() => void copy(text)}>
        {words.copyLinks}
      </Button>
    </div>
  )
}
