import type { FormOutcome } from '#shared/page-state.ts'
import type { StatementImport } from '#shared/finance/statement-views.ts'
import { useEffect, useRef, useState } from 'react'

/** What the check or the import of a file has found, and what was chosen for it. */
export function useStatementImport(form: FormOutcome | null) {
  const returned = form?.endpoint === 'importStatement' ? (form.result as StatementImport | null) : null
  const [result, setResult] = useState(returned)
  const [file, setFile] = useState<File | null>(null)
  const [isChecked, setChecked] = useState(false)
  const [isAccountMissing, setAccountMissing] = useState(false)
  // It stays while the form is checked, so that an import sends the same mapping.
  const [table, setTable] = useState(returned?.table ?? null)
  // Then each account of the file has a separate field.
  const asksForAccounts = !result?.table && result?.statements.some(({ account }) => account === null)
  const content = useRef<HTMLDivElement>(null)
  // Shows the answer, which may be below the fields, and moves the focus for keyboard users: to the first question about the file, or
  // from the removed button to the next step after an import.
  useEffect(() => {
    if (result === null || result === returned) return
    const next = result.isImported ? 'a.btn--primary' : result.table ? tableQuestions : accountQuestions
    if (!result.table) content.current?.scrollIntoView({ block: 'nearest' })
    content.current?.closest('form')?.querySelector<HTMLElement>(next)?.focus()
  }, [result, returned])
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    setTable(null)
    setResult(null)
    setChecked(false)
    setAccountMissing(false)
  }
  const onAnswer = (answer: StatementImport): void => {
    setAccountMissing(Boolean(asksForAccounts) && answer.statements.some(({ account }) => account === null))
    setResult(answer)
    if (!answer.isImported && !answer.table) setChecked(true)
    if (answer.table) setTable(answer.table)
  }
  const onProblem = (): void => setResult(null)
  return { result, file, table, isChecked, isAccountMissing, asksForAccounts, choose, onAnswer, onProblem, content }
}

const accountQuestions = 'select[name^="accounts["]:has(> [value=""]:checked)'
const tableQuestions = 'select[name="account"]:has(> [value=""]:checked), select[name="mapping[headingRow]"]'
