import { checkBalances, StatementState } from '#client/finance/statement-state.tsx'
import { ImportTally } from '#client/imports/import-tally.tsx'
import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Parts } from '#client/ui/parts.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { formatCount } from '#shared/count.ts'
import type { StatementImport } from '#shared/finance/statement-views.ts'
import { add, formatMoney } from '#shared/money.ts'
import { href } from '#shared/routes/pages.ts'

/** The contents of a file, or the imported part of it, and links to check. */
export function ImportResult({ result }: { result: StatementImport }) {
  const { common, ledger } = useLedgerMessages()
  const words = ledger.statements
  const { created, wouldCreate, unchanged, guessedEncoding } = useFileImportMessages()
  const formatTime = useTimeFormat('book')
  const { format, isImported, isEncodingGuessed, statements, earlier } = result
  const hasNew = statements.some((each) => each.newCount > 0 || each.lineCount === 0)
  const isUnknown = statements.some(({ account }) => account === null)
  const title = isImported ? words.imported : isUnknown ? words.chooseFirst : hasNew ? words.checked : words.nothingNew
  const isUntied = statements.some((statement) => checkBalances(statement) === 'untied')
  const isOfOthers =
    earlier !== null &&
    hasNew &&
    !isUnknown &&
    !statements.some(({ account }) => earlier.accounts.includes(account ?? ''))
  const lineCount = add(...statements.map((statement) => statement.lineCount))
  const newCount = add(...statements.map((statement) => statement.newCount))
  const doubtfulCount = add(...statements.map((statement) => statement.doubtfulCount))
  return (
    <>
      <ImportTally
        counts={[
          { name: words.linesInFile, value: lineCount },
          { name: isImported ? created : wouldCreate, value: newCount, tone: 'success' },
          { name: unchanged, value: lineCount - newCount },
        ]}
      />
      <Banner
        kind={
          isUntied || isUnknown || isEncodingGuessed || isOfOthers || doubtfulCount > 0
            ? 'warning'
            : isImported
              ? 'success'
              : 'info'
        }
      >
        <strong>{title}</strong>
        {common.sentenceGap}
        {words.formats[format]}
        {isEncodingGuessed && <p>{guessedEncoding}</p>}
        {doubtfulCount > 0 && <p>{words.doubtful(doubtfulCount)}</p>}
        {earlier && (
          <p>
            {words.earlier(earlier.fileName, earlier.importedBy, formatTime(earlier.importedAt), earlier.accounts)}
            {isOfOthers && common.sentenceGap + (isImported ? words.importedOfOthers : words.earlierOfOthers)}
            {common.sentenceGap}
            <a className="link" href={href('finance', { tab: 'reconciliation', statement: earlier.statement })}>
              {words.show}
            </a>
          </p>
        )}
        {statements.map((statement) => (
          <ImportedStatement
            key={`${statement.account} ${statement.currency} ${statement.number} ${statement.firstDay}`}
            statement={statement}
          />
        ))}
      </Banner>
    </>
  )
}

function ImportedStatement({ statement }: { statement: StatementImport['statements'][number] }) {
  const words = useLedgerMessages().ledger.statements
  const formatDays = useDayRangeFormat()
  const { currency, newCount, lineCount, inMinor, outMinor, neutralMinor, openingMinor, closingMinor } = statement
  const parts = [
    statement.account ?? statement.identifier,
    formatDays({ from: statement.firstDay, to: statement.lastDay }),
    words.newOf(formatCount(newCount), formatCount(lineCount), newCount === lineCount),
    words.sums(
      formatMoney(inMinor, currency),
      formatMoney(outMinor, currency),
      neutralMinor === 0 ? null : formatMoney(neutralMinor, currency),
    ),
    ...(openingMinor === null || closingMinor === null
      ? []
      : [words.balances(formatMoney(openingMinor, currency), formatMoney(closingMinor, currency))]),
  ]
  return (
    <Parts>
      {parts.filter((part) => part !== '').join(' · ')}
      {closingMinor !== null && (
        <>
          {' · '}
          <StatementState statement={statement} />
        </>
      )}
    </Parts>
  )
}
